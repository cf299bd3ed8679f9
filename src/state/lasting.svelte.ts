/**
 * Make something that is kept longer than the component that asks for it. Svelte stops the `$derived` values made in a
 * component when that component goes; in a root of their own they stay alive, so that whoever comes back to a session
 * sees it as it is now. Nothing ends that root: make only what may live as long as the tab.
 */
export function lasting<T>(make: () => T): T {
	let made!: T;
	$effect.root(() => {
		made = make();
	});
	return made;
}
