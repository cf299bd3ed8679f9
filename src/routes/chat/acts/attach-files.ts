import { mostMedia } from '#core/asking/media-limits.ts';
import type { Looked } from '#core/offers/first-call.ts';
import { cardOf } from '#core/models/model-card.ts';
import { addFiles } from '#state/composer/add-files.ts';
import type { Attachments } from '#state/composer/attachments.svelte.ts';
import type { Notice, Notices } from '#state/notices.svelte.ts';
import { named } from '#ui/chat/composer/named.ts';
import { tellAdded } from '#ui/chat/composer/tell-added.ts';
import { announce } from '#ui/kit/notices/announce.ts';

interface Where {
	readonly attachments: Attachments;
	readonly looked: Looked;
	readonly notices: Notices;
}

let before: Promise<unknown> = Promise.resolve();

/** Put files up in the composer, one after another, and say what became of them. Fetched when somebody attaches one. */
export function attachFiles(files: readonly File[], where: Where): Promise<void> {
	const attached = before.then(() => attach(files, where));
	before = attached.catch(() => undefined);
	return attached;
}

/** Why files of an earlier choice were not attached: those words are not about what is chosen now. */
let refusal: Notice | undefined;

async function attach(
	files: readonly File[],
	{ attachments, looked: { settings, answerer }, notices }: Where
): Promise<void> {
	if (refusal && notices.current === refusal) notices.dismiss();
	refusal = undefined;
	const card = settings && cardOf(settings, answerer);
	const taken = attachments.items.map(({ name }) => name);
	const most = mostMedia(card?.window ?? null);
	const added = await addFiles(attachments, named(files, taken), most);
	const { attached, isChanged, refused } = tellAdded(added);
	// The list shows what was attached to the eye; that something of it was changed is shown nowhere else.
	if (!isChanged && attached !== '') announce(attached);
	const shown = [refused, isChanged ? attached : ''].filter((part) => part !== '').join(' ');
	if (refused !== '') {
		notices.warn(shown);
		refusal = notices.current;
	} else if (isChanged) notices.say(shown);
}
