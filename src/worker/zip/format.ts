/** The marks and lengths of the zip format (APPNOTE 6.3), for whoever looks for files in one. */

/** The four bytes that each record begins with. */
export const signature = {
	/** Header in front of a file. */
	file: 0x04034b50,
	/** Sizes and checksum behind a file. */
	sizes: 0x08074b50,
	/** A file in the list. */
	listed: 0x02014b50,
	/** The end of the list, and where the longer one of a large zip stands. */
	end: 0x06054b50,
	end64: 0x06064b50,
	locator64: 0x07064b50
} as const;

/** Bytes of each record, without names, comments and extra fields. */
export const lengthOf = { file: 30, listed: 46, end: 22, end64: 56, locator64: 20 } as const;

/** Stands where a number has no room in 16 or 32 bits. */
export const noRoom = { short: 0xffff, long: 0xffffffff } as const;

/** How a file is packed; others are not read. */
export const method = { stored: 0, deflated: 8 } as const;

/** Bits of a header: the file is encrypted, its sizes stand behind it, its name is UTF-8. */
export const flag = { sealed: 1, sizesBehind: 8, utf8: 0x800 } as const;

/** Names the extra field with the numbers that have no room in 32 bits. */
export const wideField = 1;

export const viewOf = (bytes: Uint8Array): DataView =>
	new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * A name as it stands in a zip. One in the letters of an old system is read a letter a byte: which letters they were
 * nobody says, and what tells two names apart must stay.
 */
export function nameIn(bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch (error) {
		if (error instanceof TypeError) return new TextDecoder('windows-1252').decode(bytes);
		throw error;
	}
}

/** Fewer where the zip ends before. */
export const bytesAt = async (blob: Blob, start: number, length: number): Promise<Uint8Array> =>
	new Uint8Array(await blob.slice(start, start + length).arrayBuffer());

/** A number of 64 bits. */
export const longAt = (from: DataView, at: number): number => Number(from.getBigUint64(at, true));
