import { attachLimits, bytesOf, type Attached, type NotAttached } from '#core/asking/attached.ts';
import { isMedia, piecesOf } from '#core/prompt/media.ts';

/** Why a file that was read has no room among the others of its message, or null. `mostPages`: what the model takes. */
export function noRoomFor(
	block: Attached,
	others: readonly Attached[],
	mostPages: number
): NotAttached | null {
	const { files, together } = attachLimits;
	if (others.length >= files) return { why: 'too-many', most: files };
	const all = [...others, block];
	const bytes = all.reduce((sum, one) => sum + bytesOf(one), 0);
	if (bytes > together) return { why: 'together', bytes, most: together };
	const pages = all.reduce((sum, one) => sum + (isMedia(one) ? piecesOf(one) : 0), 0);
	return pages > mostPages ? { why: 'pages', pages, most: mostPages } : null;
}
