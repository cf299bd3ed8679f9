import { summaryInUse, type Summary } from '#core/summary/summary.ts';
import { pathOf } from '#core/log/path.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Session } from '#core/session/session.ts';
import { IndexStore } from '#db/schema.ts';
import { branchesOf, everySession, sessionOf } from '#db/log/sessions.ts';
import { findTurn, readExchanges } from '#db/log/turns.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { serveArchives } from '#flows/archives/cool-turns.ts';
import { warmSession } from '#flows/archives/warm-turns.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import type { Workshop } from '#flows/ports/workshop.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import { anApp, calling, type TestApp } from '../apps/an-app.ts';
import { importInto } from '../apps/importing.ts';
import { withWorkshop } from '../apps/with-workshop.ts';
import { aCard } from '../builders/a-prompt.ts';
import { never } from '../never.ts';
import { talker } from './talker.ts';

/** What was said in a life: each message has a word of its own, which is also in its answer. */
export interface Said {
	readonly sessionId: string;
	readonly turnId: string;
	readonly word: string;
	state: 'here' | 'left-out' | 'deleted' | 'forgotten';
}

/** An app in which whatever a user can do is done in any order, and what should be left of it. */
export class Life {
	readonly said: Said[] = [];
	/** What was done, for whoever reads why it failed. */
	readonly story: string[] = [];
	/** So long that a word is known for a name: of a shorter one a summary may keep what it tells. */
	#words = 1000;
	/** What the workshop does beside the flow that has asked for it. */
	#work: Promise<unknown>[] = [];

	readonly app: TestApp;
	readonly index: IndexStore;

	private constructor(app: TestApp, index: IndexStore) {
		const workshop: Workshop = {
			run: (kind, ask, signal, tell) => {
				const job = app.workshop.run(kind, ask, signal, tell);
				this.#work.push(job);
				return job;
			}
		};
		this.app = { ...app, workshop };
		this.index = index;
	}

	static async begin(): Promise<Life> {
		const model = talker();
		const card = aCard({ id: 'claude-test-5', window: 12_000, maxOutput: 1000 });
		const bare = await anApp({ models: { [card.id]: card } });
		const index = new IndexStore(`${bare.db.name}-index`);
		const heard = { ...bare.model, stream: model.stream.bind(model) };
		const app = calling(
			withWorkshop({ ...bare, model: heard }, index, ['extract', 'compact']),
			model
		);
		const { db } = app;
		serveArchives(db, packer, () => Promise.resolve(app.vault));
		app.jobs['warm-session'] = async (ask) =>
			(await warmSession(db, ask))
				? { status: 'warmed' }
				: { status: 'failed', failure: { kind: 'damaged', what: ask.sessionId } };
		importInto(app);
		return new Life(app, index);
	}

	async end(): Promise<void> {
		await this.app.close();
		await this.index.delete();
	}

	/** Nothing is under way any more. */
	async rest(): Promise<void> {
		await Promise.all(this.#work.splice(0));
	}

	newWord(): string {
		return `zq${String(++this.#words)}x`;
	}

	/** One of those in a state, often the first, with which most is done at once; undefined: there is none. */
	one(at: number, state: Said['state'] = 'here'): Said | undefined {
		const all = this.said.filter((one) => one.state === state);
		return at % 4 === 0 ? all[0] : chosen(all, at);
	}

	async openSessions(): Promise<readonly Session[]> {
		const all = await everySession(this.app.db);
		return all.filter(({ endedAt, deletedAt }) => endedAt === null && deletedAt === null);
	}

	/** Mostly the first, so that something grows there. */
	async session(at: number): Promise<Session | undefined> {
		return chosen(await this.openSessions(), at % 3 === 0 ? at / 3 : 0);
	}

	/** The branch on screen, and the summary that stands for its beginning. */
	async onScreen(session: Session): Promise<{ exchanges: Exchange[]; used: Summary | null }> {
		const { db } = this.app;
		const path = pathOf(await branchesOf(db, session.id), session.branch);
		const used = summaryInUse(await summariesOf(db, session.id), path);
		return { exchanges: await readExchanges(db, session.id, path), used };
	}

	snapshot = () =>
		keepSnapshot(
			{ db: this.app.db, vault: this.app.vault, clock: this.app.clock, pieces: pieceByPiece },
			{ reason: 'safety' },
			never
		);

	/** What undo and housekeeping have decided about messages; one without a row or a tombstone is lost. */
	async look(): Promise<void> {
		const { db } = this.app;
		const tombstones = JSON.stringify(await db.tombstones.toArray());
		for (const one of this.said) {
			const { sessionId, turnId } = one;
			const turn = await findTurn(db, sessionId, turnId);
			const has = async (kind: string) =>
				(await db.marks.get([sessionId, turnId, kind])) !== undefined;
			if (!turn || turn.forgottenAt !== undefined) {
				const isMeant = [turnId, sessionId].some((id) => tombstones.includes(id));
				if (!isMeant) throw new Error(`${one.word} is gone, and nobody wanted that`);
				one.state = 'forgotten';
			} else if (await has('deleted')) one.state = 'deleted';
			else one.state = (await has('left-out')) ? 'left-out' : 'here';
		}
	}

	async isOpen({ sessionId }: Said): Promise<boolean> {
		const session = await sessionOf(this.app.db, sessionId);
		return session?.endedAt === null && session.deletedAt === null;
	}
}

export const chosen = <One>(all: readonly One[], at: number): One | undefined =>
	all[Math.floor(at) % Math.max(1, all.length)];
