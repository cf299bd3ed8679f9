/** Puts text on the clipboard; false where the browser refuses, e.g. because the window is not in front, or has none for a page without https. */
export const copyText = async (text: string): Promise<boolean> =>
	'clipboard' in navigator &&
	navigator.clipboard.writeText(text).then(
		() => true,
		() => false
	);
