import type { Exchange } from '#core/log/turn.ts';
import { barredFiles, barredFrom } from '#core/memory/access.ts';
import type { MemoryFile } from '#core/memory/memory.ts';
import { isOff } from '#core/prompt/parts.ts';
import { hiddenTurns } from '#core/search/visible.ts';
import { withoutBarred } from '#core/prompt/text/barred-quotes.ts';
import { goneFrom } from '#core/prompt/text/gone-places.ts';
import { marksOf } from '#db/log/turns.ts';
import { memoryFiles } from '#db/memory/files.ts';
import type { Truth } from '#db/schema.ts';
import { readQuoted } from '#flows/prompt/gone-quotes.ts';
import type { CallingReply } from '#flows/answer/tools/reply.ts';

/** What a reply may read of memory and of what was said. */
export interface Readable {
	/** Not MEMORY.md for guests, no file beyond its scope, none the user has switched off. */
	files(): Promise<readonly MemoryFile[]>;
	/** Turns the user keeps out of the prompt are kept from the tools as well; so are those off the record elsewhere. */
	turns(exchanges: readonly Exchange[], sessionId: string): Promise<readonly Exchange[]>;
	/** What may not go along as it was read then is not read out again. */
	withoutBarredQuotes(exchanges: readonly Exchange[]): Promise<readonly Exchange[]>;
}

export function readableTo(db: Truth, { session, read }: CallingReply): Readable {
	const { local, noteKinds } = read.input;
	const reader = { kind: session.kind, local, noteKinds };
	return {
		files: async () =>
			(await memoryFiles(db)).filter(
				(file) => barredFrom(file, reader) === null && !isOff(read.input, file.path)
			),
		async turns(exchanges, sessionId) {
			const hidden = hiddenTurns(await marksOf(db, sessionId), sessionId, session.id);
			return exchanges.filter(({ turn: { turnId } }) => !hidden.has(turnId));
		},
		async withoutBarredQuotes(exchanges) {
			const { quoted, gone } = await readQuoted(db, exchanges, read.path);
			const barred = [...barredFiles(quoted, reader), ...goneFrom(gone, null)];
			return withoutBarred(exchanges, new Map(barred));
		}
	};
}
