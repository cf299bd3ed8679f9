import { describe, expect, it, test } from 'vitest';
import type { Exchange } from '#core/log/turn.ts';
import { recommended } from '#core/presets/built-in.ts';
import type { Truth } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import {
	scriptedSummariser,
	soundSummary,
	textOfBody,
	soundBeds
} from '../../support/scripted/scripted-summariser.ts';
import { start } from '../../support/builders/a-clock.ts';
import {
	appAround,
	gardenTurns,
	storeGarden,
	drafted,
	prepare
} from '../../support/apps/compactable.ts';
import { storeMore, withTurns } from '../../support/apps/garden-now.ts';
import { aMemoryFile } from '../../support/builders/a-prompt.ts';
import { text } from '../../support/builders/a-turn.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

/** What a compaction proposes for memory, and what it does not. */

let db: Truth;
withDatabase((own) => (db = own));

test('on this device no model is called, and own sentences become proposals', async () => {
	const exchanges = gardenTurns(30);
	const [first, ...rest] = exchanges;
	const told = {
		...first!,
		turn: {
			...first!.turn,
			asked: [
				{ type: 'text' as const, text: 'My name is Ines. I live in Porto. What grows there?' }
			]
		}
	};
	await storeGarden(db, [told, ...rest]);
	const model = scriptedSummariser(soundBeds);
	const app = appAround(db, model, { keyState: 'none' });
	const draft = drafted(await prepare(app));
	expect(model.asked).toHaveLength(0);
	expect(draft).toMatchObject({ tier: 'extractive', model: 'on-device', cost: 0 });
	const proposals = await db.proposals.toArray();
	expect(proposals.map(({ text, origin }) => [text, origin])).toEqual([
		['My name is Ines.', 'own'],
		['I live in Porto.', 'own']
	]);
	expect(proposals[0]?.turnIds).toEqual(['turn-0']);
});

describe('what a preset says of memory', () => {
	const sings = '- The user sings in a choir. [turn 2]';
	const proposed = async () => (await db.proposals.toArray()).map(({ text }) => text);
	const said = `<summary>The beds are fine.</summary>\n<memories>\n${sings}\n</memories>`;

	it('#101 #103 #171 under gsv the facts of the answer wait for the note of the day, and the summary is without them', async () => {
		const [app] = await withTurns(db, 30, () => said);
		await writeSetting(db, 'preset', 'gsv');
		expect(drafted(await prepare(app)).text).toBe('The beds are fine.');
		expect(await db.proposals.toArray()).toMatchObject([
			{ text: 'The user sings in a choir.', path: 'memory/2026-11-18.md', turnIds: ['turn-1'] }
		]);
	});

	it('holds for an answer that tells of facts all the same: none is proposed where it says so', async () => {
		const [app] = await withTurns(db, 30, () => soundSummary('Beds.', sings));
		const mine = { ...recommended, id: 'mine', memory: 'none' };
		await writeSetting(db, 'customPresets', { mine });
		await writeSetting(db, 'preset', 'mine');
		drafted(await prepare(app));
		expect(await proposed()).toEqual([]);
	});

	it.each([
		['recommended', ['My name is Ines.']],
		['rounds', []]
	])('holds on this device too: %s proposes %j', async (preset, lines) => {
		const [{ turn, steps }, ...rest] = gardenTurns(30) as [Exchange, ...Exchange[]];
		const asked = [...turn.asked, { type: 'text' as const, text: 'My name is Ines.' }];
		await storeGarden(db, [{ turn: { ...turn, asked }, steps }, ...rest]);
		await writeSetting(db, 'preset', preset);
		drafted(await prepare(appAround(db, scriptedSummariser(soundBeds), { keyState: 'none' })));
		expect(await proposed()).toEqual(lines);
	});
});

test('memory lines wait at the desk with their turns; off-the-record turns are summarised but never remembered', async () => {
	const lines = [
		'- The user builds raised beds. [turn 2]',
		'- The user hides the key under the pot. [turn 3]',
		'- The garden lies in the valley. [turn 2, 3]'
	].join('\n');
	const [app, model] = await withTurns(db, 30, () => soundSummary('Beds.', lines));
	await db.marks.put({ sessionId: 's1', turnId: 'turn-2', kind: 'off-record', at: start });
	drafted(await prepare(app));
	expect(textOfBody(model.asked[0]!)).toContain('Request 2 about');
	expect(textOfBody(model.asked[0]!)).toContain('off the record');
	const proposals = await db.proposals.toArray();
	expect(proposals.map(({ text }) => text)).toEqual(['The user builds raised beds.']);
	expect(proposals[0]).toMatchObject({
		turnIds: ['turn-1'],
		status: 'waiting',
		source: 'compaction'
	});
});

describe('what is noted before the summary', () => {
	const around = async (line: string, turns = gardenTurns(50)) => {
		await storeGarden(db, turns);
		await writeSetting(db, 'preset', 'two-phase');
		const journal = `<memories>\n- ${line} [turn 4]\n</memories>`;
		return appAround(
			db,
			scriptedSummariser((_, n) => (n === 0 ? journal : 'They planned beds.'))
		);
	};
	const leaveOut = (turnId: string) =>
		db.marks.put({ sessionId: 's1', turnId, kind: 'left-out', at: start });

	it('waits as what the user brought along, where such a message was read', async () => {
		const app = await around(
			'The user loves tar.',
			gardenTurns(50).map(({ turn, steps }, at) => ({
				turn: { ...turn, ...(at === 2 && { source: 'import' as const }) },
				steps
			}))
		);
		await writeSetting(db, 'reviewMemories', 'untainted');
		drafted(await prepare(app));
		expect(await db.proposals.toArray()).toMatchObject([
			{ text: 'The user loves tar.', source: 'compaction', origin: 'import', status: 'waiting' },
			{ text: 'They planned beds.', source: 'synthesis', origin: 'import', status: 'waiting' }
		]);
		expect(await db.memoryFiles.count()).toBe(0);
	});

	it('and the summary too are proposed beside a message that is left out, and name no such', async () => {
		const turns = gardenTurns(50).map(({ turn, steps }, at) => ({
			turn: { ...turn, ...(at === 2 && { asked: [text('Quinces ripen late.')] }) },
			steps
		}));
		const app = await around('Quinces ripen.', turns);
		await leaveOut('turn-2');
		drafted(await prepare(app));
		const proposals = await db.proposals.toArray();
		expect(proposals.map(({ text: line }) => line)).toEqual([
			'Quinces ripen.',
			'They planned beds.'
		]);
		const named = proposals.flatMap(({ turnIds }) => turnIds);
		expect(named).toContain('turn-3');
		expect(named).not.toContain('turn-2');
	});
});

describe('a summary stays foreign', () => {
	it('where the one before it was', async () => {
		const [first, ...rest] = gardenTurns(60);
		const turns = [{ ...first!, turn: { ...first!.turn, source: 'import' as const } }, ...rest];
		await storeGarden(db, turns.slice(0, 30));
		const app = appAround(db, scriptedSummariser(soundBeds));
		const before = drafted(await prepare(app));
		expect(before.taint).toBe('import');
		await useSummary(app, before.id);
		await storeMore(db, turns);
		const draft = drafted(await prepare(app));
		expect(draft.from.seq).toBeGreaterThan(0);
		expect(draft.taint).toBe('import');
	});

	it('where an import had brought a line of memory that went along', async () => {
		const [app] = await withTurns(db, 30);
		await db.memoryFiles.put(aMemoryFile('memory/tar.md', '- Loves tar\n'));
		await db.memoryOrigins.put({
			id: 'o1',
			path: 'memory/tar.md',
			line: 'loves tar',
			writer: 'import',
			origin: 'import',
			sessionId: null,
			turnIds: [],
			at: start,
			importance: null,
			tags: []
		});
		expect(drafted(await prepare(app)).taint).toBe('import');
	});
});
