/** Hand a file to the browser's downloads. */
export function download(file: Blob, name: string): void {
	const url = URL.createObjectURL(file);
	const link = document.createElement('a');
	link.href = url;
	link.download = name;
	link.click();
	// The browser reads the address after the click has returned.
	setTimeout(() => {
		URL.revokeObjectURL(url);
	}, 60_000);
}
