/** What is said where an endpoint refused a request for one message, or for a file of it. */
import type { Failure } from '#core/failure.ts';
import type { Turn } from '#core/log/turn.ts';
import { isMedia } from '#core/prompt/media.ts';
import { words } from './talk-words.ts';

/**
 * Null where nothing is known of what it is about. `turn`: the one whose reply failed. A file has a name here if it alone
 * is meant, and came with that very message.
 */
export function refusedText(failure: Failure, turn: Turn): string | null {
	if (failure.kind !== 'rejected' && failure.kind !== 'too-large') return null;
	const [about, ...more] = failure.about ?? [];
	if (!about) return null;
	const { file, askedAt, turnId } = about;
	// The place in the request that comes before the words says nothing to a person.
	const says =
		failure.kind === 'rejected' ? failure.detail.replace(/^messages\.[\w.]+:\s*/, '') : '';
	if (file === null) return words.messages.refused.message(askedAt, says);
	const isNamed = turnId === turn.turnId && more.length === 0;
	const block = isNamed ? turn.asked.filter(isMedia)[file] : undefined;
	const name = block?.type === 'document' ? block.title : undefined;
	return failure.kind === 'too-large'
		? words.messages.refused.heavy(name, { askedAt, more: more.length })
		: words.messages.refused.file(name, { askedAt, says });
}
