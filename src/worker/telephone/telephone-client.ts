import type { Failed } from '#core/failure.ts';
import type { KeyStatus } from '#core/key.ts';
import { inTurn } from '#core/in-turn.ts';
import type { EndpointAccess, Telephone } from '#flows/ports/telephone.ts';
import { gone } from '#worker/channel/alive.ts';
import { found, modelOver } from '#worker/channel/model-over.ts';
import type { TelephoneJobs } from '#worker/channel/protocol.ts';
import {
	crashed,
	hungUp,
	isCrash,
	originOf,
	runningTelephone,
	type Running,
	type TelephoneClientParts
} from '#worker/telephone/running-telephone.ts';

/** The telephone as the page knows it. */

/** Jobs about the key; all of them answer with what may be known of it. */
type KeyJob = Exclude<
	keyof TelephoneJobs,
	'stream' | 'count' | 'models' | 'try-now' | 'without-keys'
>;

export function telephoneClient(parts: TelephoneClientParts): Telephone {
	const { find, point } = runningTelephone(parts, () => telephone.whenGone?.());
	const line = async () => (await find()).client;
	/**
	 * Where it calls and what is asked about the key, one after the other: a key given behind a new endpoint goes to that
	 * one, and is there for whoever asks next.
	 */
	const inOrder = inTurn();
	/** The telephone that has not yet said what it was asked about its key. */
	let asked: Running | null = null;

	async function ask<Kind extends KeyJob>(
		kind: Kind,
		what: TelephoneJobs[Kind]['ask']
	): Promise<TelephoneJobs[Kind]['outcome'] | Failed> {
		asked = await find();
		const outcome = await asked.client.run(kind, what, null);
		asked = null;
		return outcome;
	}

	/** Waits for its turn; where it was pointed elsewhere meanwhile, `next` answers. */
	async function told<Outcome extends object>(
		work: () => Promise<Outcome | Failed>,
		next?: () => Promise<Outcome>
	): Promise<Outcome> {
		const outcome = await inOrder(work);
		if (!isCrash(outcome)) return outcome;
		if (next && outcome.failure === hungUp) return next();
		throw crashed(outcome);
	}

	/** The next telephone knows the key that counts then. */
	const keyStatus = (): Promise<KeyStatus> =>
		told(() => twice(() => ask('key-status', null)), keyStatus);

	const configure = async (access: EndpointAccess): Promise<KeyStatus | Failed> =>
		(await point(access)) ? ask('configure', access) : ask('key-status', null);

	const telephone: Telephone = {
		...modelOver(line),
		async open() {
			const begun = await found(async () => (await find()).begun);
			const failure = 'kind' in begun ? begun : 'failure' in begun ? begun.failure : null;
			return failure === hungUp ? this.open() : failure;
		},
		configure(access) {
			// One that never answers would keep everybody from the next.
			if (asked && asked.origin !== originOf(access)) asked.end();
			return told(() => configure(access), keyStatus);
		},
		keyStatus,
		setKey: (secret) => told(() => ask('set-key', secret)),
		keepKey: (how) => told(() => ask('keep-key', how)),
		forgetKey: () => told(() => ask('forget-key', null)),
		lock: () => told(() => ask('lock', null)),
		unlock: (passphrase) => told(() => ask('unlock', { passphrase })),
		async withoutKeys(runs) {
			const outcome = await twice(async () => (await line()).run('without-keys', runs, null));
			if (!isCrash(outcome)) return outcome.runs;
			// Pointed elsewhere meanwhile: the next one knows the key that counts now.
			if (outcome.failure === hungUp) return this.withoutKeys(runs);
			throw crashed(outcome);
		},
		async models(signal, isTest = false) {
			return (await line()).run('models', isTest, signal);
		},
		async tryNow(pause) {
			await (await line()).run('try-now', pause, null);
		}
	};
	return telephone;
}

/** What is asked of one that meets its end meanwhile is asked of the next. */
async function twice<Outcome extends object>(
	ask: () => Promise<Outcome | Failed>
): Promise<Outcome | Failed> {
	const outcome = await ask();
	return isCrash(outcome) && outcome.failure === gone ? ask() : outcome;
}
