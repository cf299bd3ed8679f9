import { summaryInUse, type Summary } from '#core/summary/summary.ts';
import { pathOf } from '#core/log/path.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Session } from '#core/session/session.ts';
import type { IndexStore } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { branchesOf, everySession, sessionOf } from '#db/log/sessions.ts';
import { findTurn, readExchanges } from '#db/log/turns.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { pieceByPiece } from '#worker/workshop/packer.ts';
import type { TestApp } from '../apps/an-app.ts';
import type { HeldClock } from '../builders/a-clock.ts';
import { aCard } from '../builders/a-prompt.ts';
import { never } from '../never.ts';
import { Tab } from './tab.ts';
import type { Trouble } from './trouble.ts';

/** What was said in a life: each message has a word of its own, which is also in its answer. */
export interface Said {
	readonly sessionId: string;
	readonly turnId: string;
	readonly word: string;
	/** Whether a picture and a file came along: what is said again by its asker's button has them too. */
	readonly hasFiles: boolean;
	state: 'here' | 'left-out' | 'deleted' | 'forgotten';
}

/** How a line begins that the user writes into memory. */
export const byHand = 'Written by hand';

let lives = 0;

/** An app in which whatever a user can do is done in any order, and what should be left of it. */
export class Life {
	readonly said: Said[];
	/** So long that a word is known for a name: of a shorter one a summary may keep what it tells. */
	#words: number;
	#tab: Tab;
	readonly #died: Tab[] = [];

	/** What was done, for whoever reads why it failed. */
	readonly story: string[];

	private constructor(story: string[], said: Said[], tab: Tab) {
		this.story = story;
		this.said = said;
		this.#tab = tab;
		this.#words = 1000 * lives;
	}

	static async begin(story: string[], clock: HeldClock): Promise<Life> {
		const life = new Life(story, [], new Tab(`life-${String(++lives)}`, clock));
		const card = aCard({ id: 'claude-test-5', window: 12_000, maxOutput: 1000 });
		await writeSetting(life.app.db, 'model', card.id);
		await writeSetting(life.app.db, 'models', { [card.id]: card });
		return life;
	}

	/** The same life in another tab. */
	beside(): Life {
		lives++;
		return new Life(this.story, this.said, new Tab(this.#tab.name, this.app.clock, this.#tab));
	}

	get app(): TestApp {
		return this.#tab.app;
	}

	get tab(): Tab {
		return this.#tab;
	}

	get index(): IndexStore {
		return this.#tab.index;
	}

	/** Does something, and whatever goes wrong the app is started again where its tab died. */
	async through(trouble: Trouble, act: () => Promise<unknown>): Promise<unknown> {
		const outcome = await this.#tab.through(trouble, act);
		if (outcome === 'died') {
			this.#died.push(this.#tab);
			this.#tab = new Tab(this.#tab.name, this.app.clock, this.#tab);
		} else await this.#tab.rest();
		await this.#tab.start();
		await this.hear();
		return outcome;
	}

	/** What was stored, though nobody was told. */
	async hear(): Promise<void> {
		for (const { sessionId, turnId, asked } of await this.app.db.turns.toArray()) {
			const word = /zq\d+x/.exec(JSON.stringify(asked))?.[0];
			if (word !== undefined && !this.said.some((one) => one.turnId === turnId))
				this.hears({ sessionId, turnId, word, hasFiles: asked.length > 1 });
		}
	}

	hears(one: Omit<Said, 'state'>): void {
		this.said.push({ ...one, state: 'here' });
	}

	/** Closes its tabs; the databases are another's. */
	close(): void {
		for (const tab of [...this.#died, this.#tab]) tab.close();
	}

	async end(): Promise<void> {
		for (const tab of this.#died) tab.close();
		await this.app.close();
		await this.#tab.index.delete();
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

	snapshot = () => {
		const { db, vault, clock } = this.app;
		const ports = { db, vault, clock, pieces: pieceByPiece };
		return this.#tab.onCopies(() => keepSnapshot(ports, { reason: 'safety' }, never));
	};

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

/** What can be done in a life; `at` chooses what it is done to. Gives back what came of it. */
export type Does = (life: Life, at: number) => Promise<unknown>;

/** Each with how often it is chosen. */
export type Moves = Readonly<Record<string, readonly [often: number, does: Does]>>;
