/** What is known of an archive without opening it: what tells it from others, and what it takes. */
import type { Archive } from '#core/archive/stored.ts';
import { words } from '../words/all-words.ts';

export const whatOf = ({ round, turns, firstAt, lastAt }: Archive): string =>
	[
		round === null ? words.archive.wholeSession : words.archive.round(round),
		words.archive.turns(turns),
		words.archive.span({ from: firstAt, to: lastAt })
	].join(' · ');

export const sizeOf = ({ packedBytes, rawBytes, createdAt }: Archive): string =>
	[
		words.archive.size({ packed: packedBytes, raw: rawBytes }),
		words.archive.writtenAt(createdAt)
	].join(' · ');
