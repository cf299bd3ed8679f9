import { expect, test } from 'vitest';
import { unjudged, type LineOrigin } from '#core/memory/memory.ts';
import type { ReviewMemories } from '#core/settings.ts';
import { memoryFile } from '#db/memory/files.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { Truth } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { proposeLine } from '#flows/desk/propose-line.ts';
import { acceptAll } from '#flows/desk/review-desk.ts';
import { proposeLearnt } from '#flows/learning/propose-learnt.ts';
import { heldClock } from '../../support/builders/a-clock.ts';
import { withDatabase } from '../../support/builders/a-database.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { anExchange } from '../../support/builders/a-turn.ts';
import { storeSession } from '../../support/builders/stored-session.ts';

/** What passes unread under each rule, for each origin a line can have: every pair. */

let db: Truth;
const clock = heldClock();
const path = 'memory/2026-11-20.md';
withDatabase((own) => (db = own));

const passes: Readonly<Record<ReviewMemories, readonly LineOrigin[]>> = {
	ask: [],
	own: ['own'],
	untainted: ['own', 'assistant']
};
const origins: readonly LineOrigin[] = ['own', 'assistant', 'tool', 'web', 'import'];
const pairs = (Object.keys(passes) as ReviewMemories[]).flatMap((rule) =>
	origins.map((origin) => [rule, origin, passes[rule].includes(origin)] as const)
);

test.each(pairs)(
	'under the rule %s a line of origin %s passes unread: %s',
	async (rule, origin, through) => {
		await writeSetting(db, 'reviewMemories', rule);
		for (const source of ['save-memory', 'flush', 'compaction', 'synthesis', 'reset'] as const) {
			const text = `The boat of ${source} is blue`;
			const line = { text, path, source, origin, sessionId: null, turnIds: [] };
			const { status } = await proposeLine({ db, clock }, line);
			expect(status).toBe(through ? 'written' : 'waiting');
		}
		expect((await memoryFile(db, path)) === undefined).toBe(!through);
		expect(await waitingProposals(db)).toHaveLength(through ? 0 : 5);
		if (['tool', 'web', 'import'].includes(origin)) {
			expect(await acceptAll({ db, clock })).toMatchObject({ accepted: [], stay: 5 });
			expect(await memoryFile(db, path)).toBeUndefined();
		}
	}
);

test('a line that is cut passes under no rule: its condition may be gone', async () => {
	await writeSetting(db, 'reviewMemories', 'untainted');
	const text = `I may eat fish ${'and drink tea '.repeat(40)}but only if it was frozen`;
	const line = { text, path, source: 'flush', origin: 'own', sessionId: null } as const;
	const { status } = await proposeLine({ db, clock }, { ...line, turnIds: [] });
	expect(status).toBe('waiting');
	expect(await memoryFile(db, path)).toBeUndefined();
});

test.each(['ask', 'own', 'untainted'] as const)(
	'under the rule %s a line that would take the place of another always waits',
	async (rule) => {
		await writeSetting(db, 'reviewMemories', rule);
		const line = {
			text: 'Drinks coffee',
			path,
			source: 'edit-memory' as const,
			origin: 'own' as const,
			sessionId: null,
			turnIds: [],
			replaces: 'Drinks tea'
		};
		expect((await proposeLine({ db, clock }, line)).status).toBe('waiting');
	}
);

test.each(['ask', 'own'] as const)(
	'under the rule %s a line that several tabs propose at once is asked, or written, once',
	async (rule) => {
		await writeSetting(db, 'reviewMemories', rule);
		const tabs = [db, new Truth(db.name), new Truth(db.name)];
		for (const tab of tabs) await tab.open();
		const line = { path, source: 'flush', origin: 'own', sessionId: null, turnIds: [] } as const;
		const said = ['The boat is blue', 'The boat is blue.', 'the boat is blue'];
		const outcomes = await Promise.all(
			tabs.map((tab, at) => proposeLine({ db: tab, clock }, { ...line, text: said[at] ?? '' }))
		);
		const first = rule === 'own' ? 'written' : 'waiting';
		expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['known', 'known', first]);
		expect(await db.proposals.count()).toBe(1);
		for (const tab of tabs) tab.close();
		await db.open();
	}
);

test.each([
	['own', ['I have a sister. Please don’t remember that.', 'I drink tea.']],
	['untainted', ['I have a sister. Please don’t remember that.', 'I drink tea.']],
	['own', ['I have a sister.', 'Actually, don’t save that.', 'I drink tea.']]
] as const)(
	'under the rule %s what is learnt of %j waits where the user asks not to remember it',
	async (rule, said) => {
		await writeSetting(db, 'reviewMemories', rule);
		const read = said.map((text, seq) => anExchange(seq, text));
		await storeSession(db, aSession(), read);
		const lines = ['I have a sister', 'I drink tea'].map((text) => ({
			...unjudged,
			text,
			turnIds: []
		}));
		const learnt = { sessionId: 's1', source: 'reset', taint: 'none', read, lines } as const;
		expect(await proposeLearnt({ db, clock }, learnt)).toMatchObject({ value: 2 });
		expect(await waitingProposals(db)).toMatchObject([{ text: 'I have a sister', origin: 'own' }]);
	}
);
