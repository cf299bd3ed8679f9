import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { extractAnchors } from '#core/anchors/extract.ts';
import { rankAnchors } from '#core/anchors/rank.ts';
import { addDocument, createIndex } from '#core/search/search-index.ts';
import { search } from '#core/search/search.ts';
import { documentsOf } from '#core/search/searchable.ts';
import { passagesOf } from '#core/summarise/passages.ts';
import { exchangesFromNeutral } from '../../support/recorded/neutral-session.ts';

/** What the list of anchors has no room for can be asked for by its own name, as the model does with `recall`. */

const fixtures = ['claude-code-258c.jsonl', 'pi-large-session.jsonl', 'swe-c100dd-katy.jsonl'];

/** Kinds that the list carries; sentences and quotes are the business of the loss report. */
const listed = new Set('path url hash uuid id code file name money date quantity time'.split(' '));

/** Anchors of a session that a short list drops, and those of them that no turn among the first five hits holds. */
function dropped(name: string): { readonly all: number; readonly missed: readonly string[] } {
	const file = new URL(`../../fixtures/${name}`, import.meta.url);
	const exchanges = exchangesFromNeutral(readFileSync(file, 'utf8').split('\n'), 's1');
	const index = createIndex();
	const turnOf = new Map<string, string>();
	for (const exchange of exchanges)
		for (const document of documentsOf(exchange)) {
			addDocument(index, document);
			turnOf.set(document.id, exchange.turn.turnId);
		}
	const passages = passagesOf(exchanges, new Set());
	const said = new Map<string, string>();
	for (const { key, text } of passages) said.set(key, `${said.get(key) ?? ''}\n${text}`);
	const { items } = rankAnchors(passages, { budget: 500, family: 'claude4.7-5' });
	const kept = new Set(items.map(({ text }) => text));
	const gone = extractAnchors(passages).filter(
		({ text, kind }) => listed.has(kind) && !kept.has(text)
	);
	const isFound = (text: string) =>
		search(index, text, { k: 5 }).some(({ id }) => said.get(turnOf.get(id) ?? '')?.includes(text));
	return {
		all: gone.length,
		missed: gone.map(({ text }) => text).filter((text) => !isFound(text))
	};
}

test('of every anchor that the list drops, a turn that holds it is among the first five hits', () => {
	const sessions = fixtures.map(dropped);
	expect(sessions.reduce((sum, { all }) => sum + all, 0)).toBeGreaterThan(250);
	expect(sessions.flatMap(({ missed }) => missed)).toEqual([]);
});
