import { beforeEach, expect, test } from 'vitest';
import type { TableName } from '#core/backup/backup.ts';
import { originOf, refusalOf } from '#core/lines/same-line.ts';
import type { Step } from '#core/log/turn.ts';
import { endSession } from '#db/log/resets.ts';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { readFolder } from '#flows/copies/snapshots.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { truthStores } from '#flows/forgetting/stores.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { call } from '../../support/builders/a-turn.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { never } from '../../support/never.ts';

/** A copy goes that holds a forgotten line of memory, in whatever store it stands there. */

let app: TestApp;
withAppAndWorkshop((own) => (app = own));
beforeEach(async () => {
	await storeSession(app.db, aSession(), someExchanges(4));
});

const line = 'Keeps her xyloquartz in the cellar';
const text = `- Likes tea\n- ${line}\n`;
const path = 'memory/a.md';

async function shown(content: string): Promise<Step> {
	const [step] = await app.db.steps.toArray();
	const results = [{ type: 'tool_result' as const, tool_use_id: 'r', content }];
	const read = { ...step!, content: [call('r', 'read_memory', { path })], results };
	await app.db.steps.put(read);
	return step!;
}

const proposal = {
	id: 'p1',
	path,
	text: '',
	hash: '',
	replaces: null,
	tags: [],
	turnIds: [],
	sessionId: null,
	status: 'waiting',
	at: 1
};
const propose = (more: object) => app.db.proposals.put({ ...proposal, ...more } as never);

/** Puts the line into a store; none where forgetting a line has nothing to do. */
const holding: Readonly<Record<TableName, readonly (() => Promise<unknown>)[]>> = {
	settings: [],
	tombstones: [],
	/** What requests quote stands in rows as well. */
	blobs: [],
	ledger: [],
	activity: [
		() =>
			app.db.activity.put({
				id: 'a1',
				at: 1,
				kind: 'memory',
				sessionId: null,
				failure: null,
				details: { text: line }
			} as never)
	],
	compactions: [
		() =>
			app.db.compactions.put({
				id: 'j1',
				sessionId: 's1',
				branch: 'trunk',
				status: 'running',
				plan: {},
				chunks: [{ memories: [{ text: line }] }]
			} as never)
	],
	proposals: [
		() => propose({ text: line }),
		() => propose({ text: 'Other', offered: line }),
		() => propose({ text: 'Other', replaces: line }),
		() => propose({ text: 'Other', tidy: { act: 'drop', takes: [{ path, line }], why: '' } })
	],
	refusals: [() => app.db.refusals.put(refusalOf(line, 1))],
	memoryFiles: [
		() =>
			app.db.memoryFiles.put({
				path,
				text,
				scope: 'everywhere',
				rev: 1,
				updatedAt: 1,
				deletedAt: null
			})
	],
	memoryRevisions: [
		() => app.db.memoryRevisions.put({ id: 'r1', path, rev: 1, at: 1, by: 'user', text } as never)
	],
	memoryOrigins: [
		() =>
			app.db.memoryOrigins.put(
				originOf(line, { id: 'o1', path, origin: 'typed', writer: 'user', at: 1 } as never)
			)
	],
	pins: [],
	marks: [],
	branches: [],
	steps: [() => shown(text), () => shown(`Found:\n<memory path="${path}">\n- ${line}\n</memory>`)],
	archives: [
		async () => {
			const before = await shown(text);
			await archiveSession({ ...app, packer }, { sessionId: 's1' });
			await app.db.steps.put(before);
			await endSession(app.db, { id: 's1', at: app.clock.now(), next: null });
		}
	],
	summaries: [
		() =>
			app.db.summaries.put(
				aSummary(1, {
					id: 'm1',
					sessionId: 's1',
					opinion: { findings: [{ kind: 'missing', text: line }] } as never
				})
			)
	],
	sessions: [],
	archiveBytes: [],
	cold: [],
	turns: []
};

const keep = (reason: 'regular' | 'when-due') =>
	keepSnapshot({ ...app, pieces: pieceByPiece }, { reason }, never);
const generations = async () =>
	(await readFolder(app.vault)).ring.map(({ generation }) => generation);
const forgetLine = () => forget(app, { what: { kind: 'line', line }, lines: [], summaries: {} });

const stores = Object.keys(truthStores) as TableName[];
test.each(
	stores.flatMap((store) => holding[store].map((put, at) => ({ store, way: at + 1, put })))
)('one that holds it in $store goes, way $way', async ({ store, put }) => {
	await put();
	const rows = () => app.db.table(store).toArray();
	const before = JSON.stringify(await rows());
	await keep('regular');
	await forgetLine();
	expect(JSON.stringify(await rows())).not.toBe(before);
	expect(await keep('when-due')).toMatchObject({ status: 'kept', card: { reason: 'forgotten' } });
	expect(await generations()).toEqual([2]);
});

test('one that holds it nowhere stays, with its archive', async () => {
	await shown('- Likes tea\n');
	await archiveSession({ ...app, packer }, { sessionId: 's1' });
	await keep('regular');
	await forgetLine();
	expect(await keep('when-due')).toMatchObject({ status: 'kept', card: { reason: 'forgotten' } });
	expect(await generations()).toEqual([2, 1]);
});
