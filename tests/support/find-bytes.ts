import type { Dexie } from 'dexie';
import { packer } from '#worker/workshop/packer.ts';

/** Searches stored bytes for a word, through every table of a database and into what is packed in them. */

async function textsIn(value: unknown): Promise<string[]> {
	if (typeof value === 'string') return [value];
	if (value instanceof Uint8Array) {
		const isPacked = value[0] === 0x1f && value[1] === 0x8b;
		const text = isPacked
			? (await packer.unpack(value)).lines.join('\n')
			: new TextDecoder().decode(value);
		return [text];
	}
	if (typeof value !== 'object' || value === null) return [];
	const parts: unknown[] = Object.entries(value).flat();
	return (await Promise.all(parts.map(textsIn))).flat();
}

const holds = (texts: readonly string[], word: string): boolean =>
	texts.some((text) => text.toLowerCase().includes(word.toLowerCase()));

/** Names of the tables that hold a word, in whatever row, field or packed bytes. */
export async function tablesWith(databases: readonly Dexie[], word: string): Promise<string[]> {
	const found: string[] = [];
	for (const db of databases)
		for (const table of db.tables) {
			const rows = await table.toArray();
			const keys = await table.toCollection().primaryKeys();
			if (holds(await textsIn([rows, keys]), word)) found.push(table.name);
		}
	return found.sort();
}

/** Names of the files of a zip that hold a word. */
export async function filesWith(
	files: ReadonlyMap<string, Uint8Array>,
	word: string
): Promise<string[]> {
	const found: string[] = [];
	for (const [name, bytes] of files)
		if (holds(await textsIn([name, bytes]), word)) found.push(name);
	return found;
}
