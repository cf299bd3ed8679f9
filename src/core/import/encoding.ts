/** Enough of a file to tell how its text is written, bytes. */
const telling = 1024;
/** What stands in every text. In two bytes it has an empty one, and with both turned round it is what hardly any text has. */
const common = new Set(Array.from('\n\r ",.-:#', (sign) => sign.charCodeAt(0)));

/** How the text of a file is written, by its first bytes: what Windows calls Unicode has two bytes a sign, often without a mark. */
export function encodingOf(file: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
	const [first, second] = file;
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	if (first === 0xfe && second === 0xff) return 'utf-16be';
	const pairs = Math.min(file.length, telling) >> 1;
	let [little, big] = [0, 0];
	for (let at = 0; at < pairs * 2; at += 2) {
		const [one = 0, other = 0] = file.subarray(at, at + 2);
		if (other === 0 && common.has(one)) little++;
		if (one === 0 && common.has(other)) big++;
	}
	// One or two may stand in other text by mistake.
	const isWide = Math.min(little, big) === 0 && little + big >= Math.max(2, pairs / 100);
	return !isWide ? 'utf-8' : little > 0 ? 'utf-16le' : 'utf-16be';
}
