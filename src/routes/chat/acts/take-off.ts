import { noRoomFor } from '#core/asking/attachment-room.ts';
import { mostMedia } from '#core/asking/media-limits.ts';
import { cardOf } from '#core/models/model-card.ts';
import type { Looked } from '#core/offers/first-call.ts';
import type { AppState } from '#state/app.svelte.ts';
import type { Attachment } from '#state/composer/attachments.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { words } from '#ui/words/talk-words.ts';
import { undo } from '../../acts/said.ts';

/**
 * Take a file off the composer. Undo puts it back where its session is looked at by then, if the message has room for it
 * still.
 */
export function takeOff(
	item: Attachment,
	{ attachments, id }: Pick<SessionView, 'attachments' | 'id'>,
	{ settings, answerer }: Looked,
	{ notices, views }: AppState
): void {
	const told = notices.of(id);
	const at = attachments.items.indexOf(item);
	attachments.remove(item);
	const { removed } = words.attaching;
	const putBack = () => {
		const now = views.known(id)?.attachments ?? attachments;
		const most = mostMedia((settings && cardOf(settings, answerer))?.window ?? null);
		const reason = noRoomFor(item.block, now.blocks, most);
		if (reason) told.warn(words.attached.refused(item.name, reason));
		else now.put(item, at);
	};
	told.say(removed(item.name), undo(putBack));
}
