import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { TableName } from '#core/backup/backup.ts';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import { memoryFile } from '#db/memory/files.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { everyPen } from '#db/scratch/pens.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { indexStores, scratchStores, truthStores } from '#flows/forgetting/stores.ts';
import { bodyOf } from '#flows/prompt/keep-ledger.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { text } from '../../support/builders/a-turn.ts';
import { filesWith, tablesWith } from '../../support/find-bytes.ts';
import { never, unseen } from '../../support/never.ts';
import { aPdf } from '../../support/pdf.ts';
import { say } from '../../support/scripted/scripted-model.ts';
import { wordFields } from '../../support/word-fields.ts';
import {
	canary,
	app,
	index,
	session,
	withWordEverywhere,
	send,
	log,
	stores,
	exported,
	lived,
	turnOf,
	everythingOf
} from '../../support/apps/word-everywhere.ts';

/** DESIGN 4: forgetting is real. A word said once is looked for, byte by byte, wherever it may have gone. */

withWordEverywhere();

const search = (query: string) =>
	app.workshop.run(
		'search',
		{
			query,
			limit: 10,
			now: app.clock.now(),
			guest: false,
			sessionId: null,
			fromAt: null,
			throughAt: null,
			prefix: false
		},
		never
	);

test('every table of every database is named in the walk', () => {
	const names = (of: { tables: { name: string }[] }) => of.tables.map(({ name }) => name).sort();
	expect(Object.keys(truthStores).sort()).toEqual(names(app.db));
	expect(Object.keys(scratchStores).sort()).toEqual(names(app.scratch));
	expect(Object.keys(indexStores).sort()).toEqual(names(index));
});

test('whoever keeps something in the tab is known, and what was said of it is forgotten', () => {
	const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.(ts|js|svelte)$/.test(name))
		.filter((name) =>
			/(session|local|tab|shared)Storage\b/.test(readFileSync(`src/${name}`, 'utf8'))
		);
	expect(files.toSorted()).toEqual([
		// Hands them out.
		'db/web-storage.ts',
		'flows/house/erase-everything.ts',
		// Goes by `forgetInTab`.
		'flows/sessions/last-words.ts',
		// Asks only whether there is such a store.
		'routes/Recovery.svelte',
		// Nothing that anybody said is in it.
		'state/chat/begun-again.ts',
		'state/chat/begun-session.ts',
		// Empties it, when everything is erased in another tab.
		'state/tab/begin-anew.ts',
		'state/tab/lock-when-hidden.ts',
		'state/tab/tab-id.ts'
	]);
});

describe('a forgotten turn', () => {
	test('is found in no store and in no new export, and nothing else is missing', async () => {
		const { turnId, other } = await lived();
		const before = await tablesWith(stores(), canary);
		// The word has been everywhere words go; else this test would show nothing.
		expect(before).toEqual([
			'activity',
			'archiveBytes',
			'blobs',
			'compactions',
			'marks',
			'memoryFiles',
			'memoryOrigins',
			'memoryRevisions',
			'partials',
			'parts',
			'pins',
			'proposals',
			'refusals',
			'steps',
			'summaries',
			'turns',
			'unsent',
			'views'
		]);

		expect(await forget(app, await everythingOf(turnOf(turnId)))).toEqual({
			status: 'forgotten',
			unreached: [],
			salvaged: [],
			waits: false
		});

		expect(await tablesWith(stores(), canary)).toEqual([]);
		expect(await filesWith(await exported(), canary)).toEqual([]);
		const left = await log();
		expect(left.map(({ turn }) => turn.asked.length)).toEqual([1, 0, 1]);
		expect(left[1]?.turn).toMatchObject({ turnId, seq: 1 });
		expect(left[1]?.steps.every((step) => step.content.length === 0)).toBe(true);
		expect(brokenLink(chainStart(session.id), left)).toBeNull();
		expect(brokenLink(chainStart(other.id), await log(other.id))).toBeNull();
		const summary = await app.db.summaries.get('sum1');
		expect(summary).toMatchObject({ status: 'active', text: 'Tea.\n- Cups.' });
		expect((await memoryFile(app.db, 'MEMORY.md'))?.text).toBe(
			'### Extracted from context compaction (2026-11-20 13:05)\n- Likes cups\n'
		);
		const mugs = '- Likes mugs\n';
		const pens = await everyPen(app.scratch);
		expect(pens.map(({ words }) => words)).toEqual([{ text: mugs, before: mugs }]);
	});

	test('has been in every field of a row that may hold words', async () => {
		await lived();
		const without = await Promise.all(
			app.db.tables.flatMap((table) =>
				Object.entries(wordFields[table.name as TableName]).map(async ([field, holds]) => {
					const rows = (await table.toArray()) as Record<string, unknown>[];
					const isThere = rows.some((row) => JSON.stringify(row[field] ?? '').includes(canary));
					return holds === 'words' && !isThere ? [`${table.name}.${field}`] : [];
				})
			)
		);
		expect(without.flat()).toEqual([]);
	});

	test('stays out of the next request and of the search, and the conversation goes on', async () => {
		const { turnId } = await lived();
		await search(canary);
		await forget(app, await everythingOf(turnOf(turnId)));
		const stored = (await sessionOf(app.db, session.id)) ?? session;
		const prompt = await previewPrompt(app, { session: stored, unsent: [text('Go on.')] });
		expect(JSON.stringify(prompt)).not.toContain(canary);
		expect(await search(canary)).toEqual({ status: 'found', hits: [] });
		app.model.next(say('Gladly.'));
		expect(await send('Go on.', stored)).toMatchObject({ status: 'answered' });
		expect(await tablesWith(stores(), canary)).toEqual([]);
	});

	test('leaves the rest of the ledger readable, and says which requests are not any more', async () => {
		const { turnId } = await lived();
		await forget(app, await everythingOf(turnOf(turnId)));
		const bodies = await Promise.all(
			(await ledgerOf(app.db, session.id)).map((entry) => bodyOf(app, entry))
		);
		expect(bodies.map((body) => body === null)).toEqual([false, false, true, true, true]);
	});

	test('goes from requests that named its file in a note', async () => {
		const picture = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } as const;
		const locked = {
			type: 'base64',
			media_type: 'application/pdf',
			data: aPdf({ locked: true }).toString('base64')
		} as const;
		app.model.next(say('I cannot read it.'), say('Tea.'));
		const sent = await sendMessage(
			app,
			{
				session,
				blocks: [
					{ type: 'image', source: picture },
					{ type: 'document', source: locked, title: `${canary}.pdf` },
					text('What is it?')
				]
			},
			unseen,
			never
		);
		await send('And what do we drink?');
		expect(await tablesWith(stores(), canary)).toEqual(['blobs', 'turns']);
		await forget(app, await everythingOf(turnOf(sent.turnId ?? '')));
		expect(await tablesWith(stores(), canary)).toEqual([]);
	});
});
