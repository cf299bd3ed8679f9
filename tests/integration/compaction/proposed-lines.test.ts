import { describe, expect, it, test } from 'vitest';
import type { Exchange } from '#core/log/turn.ts';
import { recommended } from '#core/presets/built-in.ts';
import type { Truth } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
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
import { withTurns } from '../../support/apps/garden-now.ts';
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
