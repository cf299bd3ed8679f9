import { workerPolicy } from '#core/worker-policy.ts';
import type { FromWorker, Started } from '#worker/channel/protocol.ts';
import { systemClock } from '#worker/system-clock.ts';
import telephoneScript from './telephone/telephone.worker.ts?worker&url';
import workshopScript from './workshop/workshop.worker.ts?worker&url';

/** Starts the two workers, and no other script: the page's policy lets nothing else become a worker. */

/** How long a first visit waits for the service worker, which gives the workers their policy, ms. */
const longestWait = 2000;

/** `origin` is the only place the telephone may call; null: none. */
export const startTelephone = (origin: string | null): Promise<Started> =>
	start(telephoneScript, origin === null ? {} : { endpoint: origin });

export const startWorkshop = (): Promise<Started> => start(workshopScript, {});

async function start(script: string, query: Readonly<Record<string, string>>): Promise<Started> {
	const url = new URL(script, location.href);
	// Ours first: while developing, the script has a query of its own that has to stay last.
	url.search = [new URLSearchParams(query).toString(), url.search.slice(1)]
		.filter(Boolean)
		.join('&');
	await (waited ??= confined(url.href));
	let isEnded = false;
	const name = `keepsake:worker:${systemClock.newId()}`;
	const worker = new Worker(trusted(url.href), { type: 'module', name });
	/**
	 * Kept for Back, a page stands still with all it has begun. In WebKit a worker that was writing then holds its tables
	 * for as long, and nobody else writes; the page begins anew when it comes back.
	 */
	const kept = ({ persisted }: PageTransitionEvent) => {
		if (persisted) worker.terminate();
	};
	addEventListener('pagehide', kept);
	return {
		channel: worker,
		onCrash(tell) {
			worker.addEventListener('error', (event) => {
				event.preventDefault();
				// Its words stay where they are: in the telephone they might quote the key.
				tell('An error nobody caught.');
			});
			worker.addEventListener('messageerror', () => tell('A message could not be read.'));
		},
		onGone(tell) {
			worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
				if (data.type === 'alive')
					void navigator.locks.request(name, () => {
						if (!isEnded) tell();
					});
			});
		},
		end: () => {
			isEnded = true;
			removeEventListener('pagehide', kept);
			worker.terminate();
		}
	};
}

let policy: { createScriptURL(url: string): unknown } | null = null;

/** The address as the page's policy wants it: of this origin, and one of our two scripts. */
function trusted(url: string): string {
	policy ??=
		(globalThis as TrustedAddresses).trustedTypes?.createPolicy('app-worker', {
			createScriptURL: checked
		}) ?? null;
	// Where there is no such policy the address is checked all the same. The constructor takes the trusted value.
	return policy ? (policy.createScriptURL(url) as string) : checked(url);
}

function checked(url: string): string {
	const { origin, pathname } = new URL(url);
	const ours = [telephoneScript, workshopScript].map(
		(script) => new URL(script, location.href).pathname
	);
	if (origin !== location.origin || !ours.includes(pathname))
		throw new TypeError('Not a worker of ours.');
	return url;
}

/** Waited for once a page: what has not come by then is not waited for again. */
let waited: Promise<void> | null = null;

/**
 * Wait until the workers get a policy of their own (security 1.3): from the service worker, once it controls the page, at
 * most two seconds; or from a host that sends it along, which is known at once. Where nobody does they start with their
 * own lockdown alone.
 */
async function confined(script: string): Promise<void> {
	const container = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
	if (!container || container.controller) return;
	await new Promise<void>((resolve) => {
		const go = () => {
			clearTimeout(timer);
			container.removeEventListener('controllerchange', go);
			resolve();
		};
		const timer = setTimeout(go, longestWait);
		container.addEventListener('controllerchange', go);
		void hasPolicy(script).then((has) => has && go());
	});
}

/** Whether the host sends the script with the policy that the service worker would put on it. */
const hasPolicy = (script: string): Promise<boolean> =>
	fetch(script, { method: 'HEAD' }).then(
		({ headers }) => headers.get('content-security-policy') === workerPolicy(endpointIn(script)),
		() => false
	);

const endpointIn = (script: string): string | null => new URL(script).searchParams.get('endpoint');
