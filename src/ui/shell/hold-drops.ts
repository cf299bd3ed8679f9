/** Where nothing takes a file that is dropped, the browser would open it in place of the app. Answers how to stop. */
export function holdDrops(): () => void {
	const stop = new AbortController();
	const hold = (event: DragEvent): void => {
		const { dataTransfer } = event;
		if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return;
		event.preventDefault();
		dataTransfer.dropEffect = 'none';
	};
	for (const kind of ['dragover', 'drop'] as const)
		window.addEventListener(kind, hold, { signal: stop.signal });
	return () => stop.abort();
}
