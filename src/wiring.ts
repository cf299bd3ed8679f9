import { readOf } from '#db/archives/cold.ts';
import { letGoWhenKept, onTakenAway, refuseTheFuture, stepAside } from '#db/open.ts';
import { Scratch, Truth } from '#db/schema.ts';
import type { Failure } from '#core/failure.ts';
import { readSettings } from '#db/settings.ts';
import type { App } from '#flows/ports.ts';
import type { Model } from '#flows/ports/model.ts';
import { neverStops } from '#flows/ports/waiting.ts';
import { joint } from '#worker/channel/join.ts';
import { locksOfTabs, locksOfThisTab } from '#worker/locks.ts';
import { opfsReader } from '#worker/workshop/opfs-vault.ts';
import { startTelephone, startWorkshop } from '#worker/start-workers.ts';
import { systemClock } from '#worker/system-clock.ts';
import { telephoneClient } from '#worker/telephone/telephone-client.ts';
import { workshopClient } from '#worker/workshop/workshop-client.ts';

/** Builds the app: the only file that knows every room. */

/** What a page hears about its databases: of versions of the app that share them, and of the browser. */
interface Heard {
	/** A newer one waits for them in another tab. `letGo`: it gets them, and nothing is stored from here any more. */
	readonly onOutdated: (letGo: () => void) => void;
	/** They are being deleted in another tab. */
	readonly onErased: () => void;
	/** They were written by a newer one; nothing is written from here. */
	readonly onNewer: () => void;
	/** The browser has closed them, and may have thrown them away. `isAnew`: whether empty ones were made since. */
	readonly onTaken: (isAnew: () => boolean) => void;
	/** Whether they are known to hold what they held. */
	readonly isWell: () => boolean;
}

/** Open the databases and get the workers ready; each starts when it is first needed. */
export function buildApp({ onOutdated, onErased, onNewer, onTaken, isWell }: Heard): App {
	const truth = new Truth();
	const scratch = new Scratch();
	for (const db of [truth, scratch]) {
		stepAside(db, {
			onOutdated: (close) => {
				workshop.end();
				onOutdated(close);
			},
			onErased
		});
		letGoWhenKept(db);
	}
	refuseTheFuture(truth, onNewer);
	refuseTheFuture(scratch, () => scratch.tellSpared());
	onTakenAway(truth, onTaken);
	const join = joint();
	const telephone = telephoneClient({
		start: startTelephone,
		// Only this much of the settings is the telephone's business.
		initial: async () => {
			const { endpoint, authHeader } = await readSettings(truth);
			return { endpoint, authHeader };
		},
		onStart: (telephone) => join.telephoneStarted(telephone)
	});
	const workshop = workshopClient({
		start: startWorkshop,
		onStart: (workshop) => {
			join.workshopStarted(workshop);
			// Jobs of the workshop may want to speak. Where settings may be missing, the key would go with its endpoint.
			// One that cannot be started is told to whoever uses it next.
			if (isWell()) void telephone.open();
		}
	});
	truth.openArchive = async (wanted) => {
		const read = await workshop.run('read-cold', wanted, neverStops());
		return readOf(read);
	};
	return {
		db: truth,
		scratch,
		telephone,
		workshop,
		onDevice: onDevice(),
		clock: systemClock,
		locks: 'locks' in navigator ? locksOfTabs(navigator.locks) : locksOfThisTab(),
		vault: opfsReader(),
		online: () => navigator.onLine
	};
}

/** The answerer that needs no key, loaded when it is first asked. */
function onDevice(): Model {
	const load = () =>
		import('#model/on-device.ts').then(
			(room) => room.onDeviceModel(),
			// Offline before the app was kept whole: not there yet, and asked for anew the next time.
			(): Failure => ({ kind: 'not-loaded' })
		);
	return {
		async *stream(asked, signal) {
			const loaded = await load();
			if ('kind' in loaded) yield { type: 'failed', failure: loaded, partial: [], usage: null };
			else yield* loaded.stream(asked, signal);
		},
		async count(asked, signal) {
			const loaded = await load();
			return 'kind' in loaded ? { status: 'failed', failure: loaded } : loaded.count(asked, signal);
		}
	};
}
