import { expect, test } from 'vitest';
import type { Truth } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { recommended } from '#core/presets/built-in.ts';
import type { UserBlock } from '#core/log/blocks.ts';
import { onDevice } from '#core/models/model-card.ts';
import { notRead } from '#core/summary/not-read.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { summaryPrompts } from '#prompts/summarise-forms.ts';
import {
	scriptedSummariser,
	soundSummary,
	textOfBody,
	soundBeds
} from '../../support/scripted/scripted-summariser.ts';
import {
	appAround,
	gardenCard,
	gardenTurns,
	storeGarden,
	drafted,
	prepare
} from '../../support/apps/compactable.ts';
import { never } from '../../support/never.ts';
import { inFive, withTurns } from '../../support/apps/garden-now.ts';
import { call, result, text } from '../../support/builders/a-turn.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

/** Who is asked for a summary, and in which words: model, language, marks, one part after the other. */

let db: Truth;
withDatabase((own) => (db = own));

test('half a character in what is summarised does not reach the summariser: its request would be refused', async () => {
	const turns = gardenTurns(30).map(({ turn, steps }) => ({
		turn: { ...turn, asked: [...turn.asked, { type: 'text' as const, text: 'Half: \ud83d' }] },
		steps
	}));
	await storeGarden(db, turns);
	const model = scriptedSummariser(soundBeds);
	drafted(await prepare(appAround(db, model)));
	expect(model.asked.length).toBeGreaterThan(0);
	for (const body of model.asked) {
		expect(textOfBody(body)).toContain('Half: ');
		expect(textOfBody(body).isWellFormed()).toBe(true);
	}
});

test('#119 #138 rounds asks a model of its time once for all of it, and gives 1,000 tokens for the answer', async () => {
	const [app, model] = await withTurns(db, 20, () => inFive);
	await writeSetting(db, 'preset', 'rounds');
	const old = { ...gardenCard, id: 'claude-3-5-sonnet-20241022' };
	await writeSetting(db, 'models', { [old.id]: old });
	await writeSetting(db, 'model', old.id);
	drafted(await prepare(app));
	expect(model.asked.map((body) => body.max_tokens)).toEqual([1000]);
	expect(textOfBody(model.asked[0]!)).toContain('at most about 800 tokens (at most 800)');
});

test('#93 #94 #95 #96 under rounds the summariser reads the session in the form of document 002', async () => {
	const long = (what: string) => `${what} begins. ${'It goes on. '.repeat(300)}`;
	const read = call('c', 'read_file', { path: 'a.md' });
	const turns = gardenTurns(20).map(({ turn, steps }) => ({
		turn: turn.seq === 1 ? { ...turn, asked: [text(long('The letter'))] } : turn,
		steps: steps.map((step) =>
			turn.seq === 2
				? { ...step, content: [read], results: [result('c', long('The file'))], resultsHash: 'r' }
				: step
		)
	}));
	await storeGarden(db, turns);
	await writeSetting(db, 'preset', 'rounds');
	const model = scriptedSummariser(() => inFive);
	drafted(await prepare(appAround(db, model)));
	const asked = textOfBody(model.asked[0]!);
	const [, nonce = '', transcript = ''] =
		/begin transcript (\w+) -----\n([^]*)\n----- end transcript/.exec(asked) ?? [];
	const pieces = transcript.split('\n\n---\n\n');
	const of = (start: string) => pieces.find((piece) => piece.startsWith(start)) ?? '';
	expect(of('[1] USER:')).toContain(`${nonce}\nRequest 0 about bed B0.`);
	expect(of('[1] ASSISTANT:')).toContain('\nAnswer 0: bed B0 is 240 cm long.');
	const letter = of('[2] USER:').split('\n').slice(1).join('\n');
	expect(letter).toBe(`${long('The letter').slice(0, 2000)}\n[...truncated...]`);
	expect(of('[3] ASSISTANT:')).toContain('\n[Tool: read_file({"path":"a.md"})]');
	const file = of('[3] TOOL:').split('\n').slice(1).join('\n');
	expect(file).toBe(`[Result: ${long('The file').slice(0, 500)}\n[...truncated...]]`);
});

test('the summariser is asked in the words the user has put in place of ours', async () => {
	const [app, model] = await withTurns(db, 30);
	const { id, text: ours } = summaryPrompts.recommended;
	await writeSetting(db, 'prompts', { [id]: 'Sum it up like a head gardener would.' });
	drafted(await prepare(app));
	expect(model.asked.length).toBeGreaterThan(0);
	for (const body of model.asked) {
		const system = JSON.stringify(body.system);
		expect(system).toContain('Sum it up like a head gardener would.');
		expect(system).not.toContain(ours.slice(0, 40));
	}
});

test('#89 parts are summarised one after the other, each with the summary so far', async () => {
	const [app, model] = await withTurns(db, 60, (_, n) =>
		soundSummary(`Fact number ${String(n)} of the garden.`)
	);
	const draft = drafted(await prepare(app));
	expect(model.asked.length).toBeGreaterThan(1);
	for (const [n, body] of model.asked.entries())
		if (n > 0) expect(textOfBody(body)).toContain(`Fact number ${String(n - 1)} of the garden.`);
	expect(draft.text).toContain(`Fact number ${String(model.asked.length - 1)} of the garden.`);
});

test('INV-32 the transcript goes in as data between marks that hold a nonce, INV-36 and without what the app put in', async () => {
	const [app, model] = await withTurns(db, 30);
	drafted(await prepare(app));
	const text = textOfBody(model.asked[0]!);
	const nonce = /begin transcript (\w+)/.exec(text)?.[1];
	expect(nonce).toBeDefined();
	expect(text).toContain(`=== ${String(nonce)} · turn 1 · user ===`);
	expect(text).toContain(`end transcript ${String(nonce)}`);
	expect(text).not.toContain('<now>');
	expect(model.asked[0]?.tools).toBeUndefined();
});

test('INV-29 the language of the user is named in the prompt, and an answer in another one is asked for again', async () => {
	const exchanges = gardenTurns(30).map((exchange) => ({
		...exchange,
		turn: {
			...exchange.turn,
			asked: [
				{
					type: 'text' as const,
					text: `Frage ${String(exchange.turn.seq)}: Ich möchte wissen, wie wir die Beete bauen und was das Holz kostet, denn der Boden ist nass und wir haben nicht viel Zeit für die Arbeit.`
				}
			]
		}
	}));
	await storeGarden(db, exchanges);
	const german = soundSummary(
		'Die Beete sind gebaut, und der Zaun ist fertig, aber das Holz ist noch nicht da und wir warten auf die Lieferung.'
	)
		.replace(
			'The user asked for help with a garden plan.',
			'Der Nutzer möchte einen Plan für den Garten.'
		)
		.replace(
			/The user and the assistant agreed .*/,
			'Sie haben Hochbeete gewählt, weil der Boden nass ist.'
		)
		.replace(/The plan is drawn .*/, 'Der Plan ist fertig und die Beete werden gebaut.');
	const model = scriptedSummariser((_, n) =>
		n === 0 ? soundSummary('It is all in English and that is not what the user reads.') : german
	);
	const draft = drafted(await prepare(appAround(db, model)));
	expect(textOfBody(model.asked[0]!)).toContain('Write in German');
	expect(textOfBody(model.asked[1]!)).toContain('in another language');
	expect(draft.text).toContain('Hochbeete');
});

test('what the user asked to attend to is in the prompt', async () => {
	const [app, model] = await withTurns(db, 30);
	await prepareDraft(app, { sessionId: 's1', trigger: 'manual', focus: 'prices of wood' }, never);
	expect(textOfBody(model.asked[0]!)).toContain('prices of wood');
});

test.each([
	['recommended', soundBeds],
	['spec-008', () => inFive]
])(
	'#231 under %s the cheap model that is listed writes the summary, and the draft says which',
	async (preset, script) => {
		const [app, model] = await withTurns(db, 30, script);
		await writeSetting(db, 'preset', preset);
		const cheap = { ...gardenCard, id: 'claude-haiku-5-5' };
		const older = { ...gardenCard, id: 'claude-haiku-4-5-20251001' };
		await writeSetting(db, 'models', {
			[gardenCard.id]: gardenCard,
			[older.id]: older,
			[cheap.id]: cheap
		});
		const draft = drafted(await prepare(app));
		expect(model.asked[0]?.model).toBe('claude-haiku-5-5');
		expect(draft.model).toBe('claude-haiku-5-5');
	}
);

test.each(['gsv', 'two-phase', 'rounds', 'single-shot'])(
	'#134 under %s the model of the session writes it, also where a cheap one is listed',
	async (preset) => {
		const [app, model] = await withTurns(db, 40);
		await writeSetting(db, 'preset', preset);
		const cheap = { ...gardenCard, id: 'claude-haiku-5-5' };
		await writeSetting(db, 'models', { [gardenCard.id]: gardenCard, [cheap.id]: cheap });
		await prepare(app);
		expect(new Set(model.asked.map((body) => body.model))).toEqual(new Set([gardenCard.id]));
	}
);

test('where a preset names the on-device answerer as its writer, code writes: nothing is posted, nothing filed', async () => {
	const [app, model] = await withTurns(db, 30);
	const own = { ...recommended, id: 'own-here', name: 'Here', summariser: { model: onDevice } };
	await writeSetting(db, 'customPresets', { [own.id]: { ...own, reading: 'inside' } });
	await writeSetting(db, 'preset', own.id);
	expect(drafted(await prepare(app))).toMatchObject({
		model: onDevice,
		tier: 'extractive',
		cost: 0
	});
	expect(model.asked).toEqual([]);
	expect(await db.ledger.toArray()).toEqual([]);
});

test('#203 a document that nobody who summarises has read is named to them, counted as not seen, and no loss unnamed', async () => {
	const pdf: UserBlock = {
		type: 'document',
		title: 'contract.pdf',
		source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }
	};
	await storeGarden(
		db,
		gardenTurns(30).map(({ turn, steps }) => ({
			turn: turn.seq === 2 ? { ...turn, asked: [...turn.asked, pdf] } : turn,
			steps
		}))
	);
	const model = scriptedSummariser(() => soundSummary('Beds were built.'));
	const draft = drafted(await prepare(appAround(db, model)));
	const read = model.asked.map(textOfBody).join('\n');
	expect(read).toContain('[document contract.pdf]');
	expect(read).toContain('that are not shown to you: 1.');
	expect(read).not.toContain('JVBERi0');
	expect(notRead(draft)).toEqual({ pieces: 0, media: 1 });
	const kept = [draft.text, draft.anchors, ...draft.loss.map((lost) => lost.text)].join('\n');
	expect(kept).toContain('contract.pdf');
});
