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
 * Returns how to stop listening. Rejects where the browser refuses the registration.
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
	const register = () => container.register(url, { type: 'module', updateViaCache: 'none' });
	// Where the network went before all of it had come nothing is kept: it is asked for again when there is one.
	const again = () => {
		if (!container.controller) register().catch(() => undefined);
	};
	addEventListener('online', again);
	const registration = await register();
	let applied = false;
	let reloaded = false;

	const apply = () => {
		applied = true;
		if (registration.waiting) registration.waiting.postMessage({ type: 'SKIP_WAITING' });
		// Another tab has let it in already: this page only has to follow.
		else reload();
	};
	const tell = () => onwaiting(apply);
	const watch = (worker: ServiceWorker | null) => {
		worker?.addEventListener('statechange', () => {
			if (worker.state === 'installed' && container.controller) tell();
		});
	};
	const found = () => watch(registration.installing);
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
		registration.update().catch(() => undefined);
	};

	// Asked for in the moment the worker took over the others, this page would be nobody's until the next load.
	if (!hadController) registration.active?.postMessage({ type: 'CLAIM' });
	if (registration.waiting && container.controller) tell();
	watch(registration.installing);
	registration.addEventListener('updatefound', found);
	container.addEventListener('controllerchange', changed);
	document.addEventListener('visibilitychange', seen);
	return () => {
		removeEventListener('online', again);
		registration.removeEventListener('updatefound', found);
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
