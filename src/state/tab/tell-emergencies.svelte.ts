/**
 * A summary made in a hurry is told where the person is, once: nobody opens a list of activities for that. `count`
 * are the emergencies of the session on screen, undefined until it is read; called while a component is made.
 */
export function tellEmergencies(count: () => number | undefined, tell: () => void): void {
	let told: number | undefined;
	// The counter in the database is the only sign of it that every tab sees.
	$effect(() => {
		const now = count();
		if (now === undefined) return;
		if (told !== undefined && now > told) tell();
		told = now;
	});
}
