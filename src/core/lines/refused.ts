import { relate } from '#core/lines/relation.ts';
import type { Refusal } from '#core/memory/memory.ts';
import { isNoted } from '#core/memory/same-line.ts';

/** Whether a line says what is on the do-not-remember list. Of a forgotten line only the hash is kept. */
export const isRefused = (rows: readonly Refusal[], text: string): boolean =>
	isNoted(new Set(rows.map(({ hash }) => hash)), text) ||
	rows.some(({ line }) => relate(text, line) === 'same');
