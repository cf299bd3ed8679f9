import {
	canaryName,
	canaryNumber,
	readCanaryText,
	type Canary,
	type StartVerdict
} from '#core/copies/canary.ts';
import { writeSummed } from '#core/copies/summed.ts';
import { lossBetween, needsCounting, type QuickFacts } from '#core/copies/holdings.ts';
import { holdingsOf, quickFacts } from '#db/copies/holdings.ts';
import { isNotUpgraded } from '#db/open.ts';
import { deletedByBrowser } from '#db/own-versions.ts';
import type { Truth } from '#db/schema.ts';
import { stagedCopy } from '#db/copies/staging.ts';
import { storing } from '#db/storing.ts';
import type { CanaryOutcome } from '#flows/copies/jobs.ts';
import { readFolder } from '#flows/copies/snapshots.ts';
import { readWhole, writeWhole, type ReadableVault, type Vault } from '#flows/copies/vault.ts';
import { reading } from '#flows/done.ts';
import type { Clock } from '#flows/ports.ts';

/**
 * The canary: a small file that says how much the database holds. It is written after changes and compared at the
 * start, before anything else is written.
 */

/**
 * The error is dropped: a browser that cannot list its databases fails again, with the same error, when ours is
 * opened; and files that cannot be read are no reason not to open what they are copies of.
 */
const unread = (error: unknown): null => {
	if (error instanceof Error) return null;
	throw error;
};

/** The newest canary of these files that reads whole, or null. */
async function newestCanary(
	vault: ReadableVault,
	names: readonly string[]
): Promise<Canary | null> {
	const numbers = names.map(canaryNumber).filter((number) => number !== null);
	for (const number of numbers.toSorted((a, b) => b - a)) {
		const text = await readWhole(vault, canaryName(number));
		const canary = text === null ? null : readCanaryText(text);
		if (canary) return canary;
	}
	return null;
}

/** What the database held, as a file outside it says. */
type Seen = Pick<Canary, 'at' | 'holds'> & { readonly quick: QuickFacts | null };

/** The canary; if a power cut took it, or it cannot be read, the newest copy that was not set aside. */
async function lastSeen(vault: ReadableVault): Promise<Seen | null> {
	const look = async () => {
		const names = await vault.names();
		return names.length === 0 ? 'nothing' : newestCanary(vault, names);
	};
	// Another tab replaces it by a newer one, perhaps between the look at its name and that at its text.
	const canary = await look().catch(look).catch(unread);
	if (canary === 'nothing') return null;
	if (canary) return canary;
	const [card] = (await readFolder(vault)).ring;
	return card ? { at: card.at, holds: card.holds, quick: null } : null;
}

/**
 * Compares what the database holds with what it held, before anything is written (security 2.2). Without a canary or a
 * copy there is nothing to compare with: the profile is new, or the browser has removed everything, and says so at best.
 * `isFull`: whether the browser can store nothing at all.
 */
export async function lookAtStart(
	db: Truth,
	vault: ReadableVault,
	isFull = () => Promise.resolve(false)
): Promise<StartVerdict> {
	const [seen, waiting] = await Promise.all([
		lastSeen(vault).catch(unread),
		stagedCopy(db).catch(unread)
	]);
	if (waiting) return { status: 'half-restored' };
	const counted = await storing(async () => {
		await db.open();
		if (!seen || (seen.quick && !needsCounting(seen.quick, await quickFacts(db)))) return null;
		return holdingsOf(db);
	}).catch((error: unknown) => {
		// Any error of the browser here means that the database cannot be opened or read, which the recovery screen
		// tells. It must not crash the app.
		if (error instanceof Error) return { status: 'failed' } as const;
		throw error;
	});
	if ('failure' in counted && counted.failure.kind === 'storage-full') return { status: 'full' };
	if (counted.status === 'failed' && (await isNotUpgraded(db).catch(unread)))
		return { status: 'not-upgraded' };
	// What is put in its place, or begun afresh, would be the end of what is whole.
	if (counted.status === 'failed' && (await isFull().catch(unread))) return { status: 'full' };
	if (counted.status === 'failed') return { status: 'unreadable', before: seen?.holds ?? null };
	if (!seen) return { status: deletedByBrowser() ? 'deleted' : 'well' };
	if (!counted.value) return { status: 'well' };
	const loss = lossBetween(seen.holds, counted.value);
	if (!loss) return { status: 'well' };
	return { status: 'lost', loss, before: seen.holds, seenAt: seen.at, now: counted.value };
}

/**
 * Write a canary of what the database holds now, unless it holds the same as before. `accept`: the user has said that
 * what is here is right, although it is less.
 */
export async function writeCanary(
	{ db, vault, clock }: { readonly db: Truth; readonly vault: Vault; readonly clock: Clock },
	{ accept }: { readonly accept: boolean }
): Promise<CanaryOutcome> {
	return reading(async () => {
		// Another tab has begun to put a copy back, and could not: its numbers may be larger than those of before.
		if (!accept && (await stagedCopy(db)))
			return { status: 'lost', verdict: { status: 'half-restored' } };
		const names = await vault.names();
		const before = await newestCanary(vault, names);
		const [quick, now] = await Promise.all([quickFacts(db), holdingsOf(db)]);
		const loss = before && !accept ? lossBetween(before.holds, now) : null;
		if (before && loss) {
			const verdict = { loss, before: before.holds, seenAt: before.at, now } as const;
			return { status: 'lost', verdict: { status: 'lost', ...verdict } };
		}
		if (before && same(before, { quick, holds: now })) return { status: 'written', canary: before };
		const numbers = names.map(canaryNumber).filter((number) => number !== null);
		const number = Math.max(-1, ...numbers) + 1;
		const canary: Canary = { number, at: clock.now(), quick, holds: now };
		await writeWhole(vault, canaryName(number), writeSummed(canary));
		// The one before stays until this one has reached the disk.
		for (const old of numbers) await vault.remove(canaryName(old));
		return { status: 'written', canary };
	});
}

const same = (a: Pick<Canary, 'quick' | 'holds'>, b: Pick<Canary, 'quick' | 'holds'>): boolean =>
	JSON.stringify([a.quick, a.holds]) === JSON.stringify([b.quick, b.holds]);
