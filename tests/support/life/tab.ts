import assert from 'node:assert/strict';
import { IndexStore, Scratch, Truth } from '#db/schema.ts';
import type { OnReply } from '#flows/answer/reply/live-reply.ts';
import { recoverReplies } from '#flows/answer/reply/recover-replies.ts';
import { serveArchives } from '#flows/archives/cool-turns.ts';
import { warmSession } from '#flows/archives/warm-turns.ts';
import { storageFailure, storing } from '#db/storing.ts';
import { closeLeftRequests } from '#flows/house/close-left-requests.ts';
import { keepHouse } from '#flows/house/keep-house.ts';
import type { Locks } from '#flows/ports.ts';
import type { Workshop } from '#flows/ports/workshop.ts';
import { packer } from '#worker/workshop/packer.ts';
import { appWith, calling, locksInMemory, type TestApp } from '../apps/an-app.ts';
import { importInto } from '../apps/importing.ts';
import { withWorkshop } from '../apps/with-workshop.ts';
import { breakingStorage } from '../breaking/breaking-storage.ts';
import type { HeldClock } from '../builders/a-clock.ts';
import type { TestVault } from '../builders/a-vault.ts';
import { never, unseen } from '../never.ts';
import { talker } from './talker.ts';
import type { Trouble } from './trouble.ts';

/** A tab of a life: an app over the databases of a name, which can break, be stopped, and die. */
export class Tab {
	readonly name: string;
	readonly app: TestApp;
	readonly index: IndexStore;
	/** Stop, as it is pressed while something is done. */
	signal = never;
	readonly #storage;
	readonly #model = talker();
	readonly #vault: TestVault;
	#isDead = false;
	#die = unseen;
	readonly #died = new Promise<'died'>((resolve) => {
		this.#die = () => {
			this.#isDead = true;
			resolve('died');
		};
	});
	/** Of all tabs over these databases. */
	readonly #locks: Locks;
	/** What the workshop does beside the flow that has asked for it. */
	#work: Promise<unknown>[] = [];

	/** `known`: another tab over the same databases, which may be dead. */
	constructor(name: string, clock: HeldClock, known?: Tab) {
		this.name = name;
		this.#locks = known ? known.#locks : locksInMemory();
		const db = new Truth(name);
		const scratch = new Scratch(`${name}-scratch`);
		this.index = new IndexStore(`${name}-index`);
		this.#storage = breakingStorage(db, scratch, this.index);
		const fresh = appWith({ db, scratch, clock, locks: this.#ownLocks() });
		this.#vault = known ? known.#vault : fresh.vault;
		const bare = { ...fresh, vault: this.#ownVault() };
		const model = { ...bare.model, stream: this.#model.stream.bind(this.#model) };
		const served = withWorkshop({ ...bare, model }, this.index, ['extract', 'compact']);
		const app = calling(served, this.#model);
		serveArchives(db, packer, () => Promise.resolve(app.vault));
		app.jobs['warm-session'] = async (ask) =>
			(await warmSession(db, ask))
				? { status: 'warmed' }
				: { status: 'failed', failure: { kind: 'damaged', what: ask.sessionId } };
		importInto(app, clock);
		const workshop: Workshop = {
			run: (kind, ask, signal, tell) => {
				const job = storing(() => app.workshop.run(kind, ask, signal, tell));
				this.#work.push(job);
				return job.then((done) => (done.status === 'stored' ? done.value : done));
			}
		};
		this.app = { ...app, workshop };
	}

	/** A dead tab writes no file any more. */
	#ownVault(): TestVault {
		const vault = this.#vault;
		const alive = () => (this.#isDead ? Promise.reject(new Error('dead')) : Promise.resolve());
		return {
			...vault,
			create: (name) => alive().then(() => vault.create(name)),
			remove: (name) => alive().then(() => vault.remove(name))
		};
	}

	/** What a dead tab held is free, and it goes on with nothing. */
	#ownLocks(): Locks {
		const hold: Locks['hold'] = async (name, work, how) => {
			const asLongAsAlive = async () => {
				const done = work();
				await Promise.race([done, this.#died]);
				return { done };
			};
			const held = await this.#locks.hold(name, asLongAsAlive, how);
			if (this.#isDead) return new Promise<never>(unseen);
			return held.status === 'done' ? { ...held, value: await held.value.done } : held;
		};
		return { ...this.#locks, hold };
	}

	/** What came and could not be stored is stored when the storage works again, at once. */
	onReply: OnReply = (reply) => {
		if (!reply?.unstored || this.#isDead) return;
		this.#storage.mend();
		reply.unstored.again();
	};

	/** Does something in which something goes wrong. Gives back what came of it; `died`: nobody will know. */
	async through(trouble: Trouble, act: () => Promise<unknown>): Promise<unknown> {
		const storage = this.#storage;
		const stop = new AbortController();
		this.signal = stop.signal;
		storage.breakAt(Infinity, 'closing');
		if (trouble.kind === 'storage') storage.breakAt(trouble.at, trouble.fault);
		if (trouble.kind === 'death') storage.breakAt(trouble.at, 'closing', true);
		if (trouble.kind === 'model') this.#model.breakNext(trouble.broken);
		storage.onCall = (at) => {
			if (trouble.kind === 'stop' && at === trouble.at) stop.abort();
			if (trouble.kind === 'death' && at >= trouble.at) this.#die();
		};
		const outcome = await Promise.race([act().catch(expected(trouble)), this.#died]);
		storage.onCall = () => undefined;
		this.#model.breakNext(null);
		this.signal = never;
		if (outcome !== 'died') storage.mend();
		return outcome;
	}

	/** Nothing is under way any more. */
	async rest(): Promise<void> {
		await Promise.all(this.#work.splice(0));
	}

	/** What the app does when it is started, and every minute. */
	async start(): Promise<void> {
		await recoverReplies(this.app);
		await this.keepHouse(never);
		await this.rest();
	}

	/** One tab does it for all of them. */
	keepHouse(signal: AbortSignal): Promise<unknown> {
		return this.app.locks.hold('keeper', async () => {
			await closeLeftRequests(this.app);
			await keepHouse(this.app, signal);
		});
	}

	/** What works on the copies: one at a time, over all tabs. */
	async onCopies<T>(work: () => Promise<T>): Promise<T> {
		const held = await this.app.locks.hold('copies', work, { wait: true });
		assert(held.status === 'done');
		return held.value;
	}

	close(): void {
		this.app.db.close();
		this.app.scratch.close();
		this.index.close();
	}
}

/** Whoever reads from a storage that breaks may hear of it in an error; nothing else is thrown. */
const expected =
	(trouble: Trouble) =>
	(error: unknown): string => {
		if (trouble.kind === 'storage' && storageFailure(error)) return `threw ${String(error)}`;
		throw error;
	};
