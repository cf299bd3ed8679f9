/** Puts text on the clipboard; false where the browser refuses, e.g. because the window is not in front. */
export const copyText = (text: string): Promise<boolean> =>
	navigator.clipboard.writeText(text).then(
		() => true,
		() => false
	);
