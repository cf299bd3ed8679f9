/**
 * Make something that outlives the screen it is made for. What a screen makes has its derived values end with that
 * screen: whoever comes back would see them as they were then, for ever.
 */
export function lasting<T>(make: () => T): T {
	let made!: T;
	$effect.root(() => {
		made = make();
	});
	return made;
}
