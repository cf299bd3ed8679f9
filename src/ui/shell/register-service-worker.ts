/** Registers the offline shell and tells when a new version waits; it is taken only when the person says so. */

interface Page {
	readonly container: ServiceWorkerContainer | undefined;
	readonly reload: () => void;
	readonly trust: (url: string) => string;
}

/** How long a page that stays open waits before it asks for a new version again, ms. */
const askAgain = 60 * 60_000;

/**
 * Registers the service worker. `onwaiting` is called, perhaps more than once, when a new version is ready; its
 * `apply` makes it take over and reloads this page once. Nothing is reloaded otherwise (security row 16).
 * Returns how to stop listening.
 */
export async function registerServiceWorker(
	onwaiting: (apply: () => void) => void,
	{
		container = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker,
		reload = () => location.reload(),
		trust = trusted
	}: Partial<Page> = {}
): Promise<() => void> {
	// A private window may have none; the app works without.
	if (!container) return () => undefined;
	// Before it is asked for: a page that is busy may hear that it is registered after the worker has taken it on.
	const hadController = container.controller !== null;
	const url = trust('/service-worker.js');
	let registration: ServiceWorkerRegistration | undefined;
	let applied = false;
	let reloaded = false;

	const apply = () => {
		applied = true;
		if (registration?.waiting) registration.waiting.postMessage({ type: 'SKIP_WAITING' });
		// Another tab has let it in already: this page only has to follow.
		else reload();
	};
	const tell = () => onwaiting(apply);
	const watch = (worker: ServiceWorker | null | undefined) => {
		worker?.addEventListener('statechange', () => {
			if (worker.state === 'installed' && container.controller) tell();
		});
	};
	const found = () => watch(registration?.installing);
	const changed = () => {
		if (applied) {
			if (!reloaded) reload();
			reloaded = true;
		} else if (hadController) tell();
	};
	let asked = Date.now();
	const seen = () => {
		if (document.visibilityState !== 'visible' || Date.now() - asked < askAgain) return;
		asked = Date.now();
		// Offline there is nothing new to be had; the next time will do.
		registration?.update().catch(() => undefined);
	};

	const follow = (registered: ServiceWorkerRegistration) => {
		if (registered === registration) return;
		registration?.removeEventListener('updatefound', found);
		registration = registered;
		// Asked for in the moment the worker took over the others, this page would be nobody's until the next load.
		if (!hadController) registered.active?.postMessage({ type: 'CLAIM' });
		if (registered.waiting && container.controller) tell();
		watch(registered.installing);
		registered.addEventListener('updatefound', found);
	};
	const ask = () =>
		container
			.register(url, { type: 'module', updateViaCache: 'none' })
			.then(follow, () => undefined);
	// Where the network went before all of it had come nothing is kept, and what is registered then is another.
	const again = () => {
		if (!container.controller) void ask();
	};

	container.addEventListener('controllerchange', changed);
	document.addEventListener('visibilitychange', seen);
	addEventListener('online', again);
	await ask();
	return () => {
		removeEventListener('online', again);
		registration?.removeEventListener('updatefound', found);
		container.removeEventListener('controllerchange', changed);
		document.removeEventListener('visibilitychange', seen);
	};
}

/** The address as the page's policy wants it. Kit has a policy for this and leaves it to us, since we register by hand. */
function trusted(url: string): string {
	const policy = (globalThis as TrustedAddresses).trustedTypes?.createPolicy(
		'sveltekit-trusted-url',
		{
			createScriptURL: ownWorker
		}
	);
	// The browser takes the trusted value; the type of the method knows only strings.
	return policy ? (policy.createScriptURL(url) as string) : ownWorker(url);
}

function ownWorker(url: string): string {
	const { origin, pathname } = new URL(url, location.href);
	if (origin !== location.origin || !pathname.endsWith('/service-worker.js')) {
		throw new TypeError('Not the service worker of this app.');
	}
	return url;
}
