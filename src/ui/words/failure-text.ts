/** What a failure says to a person: what happened and what they can do, in one or two sentences. */
import type { Failure } from '#core/failure.ts';
import { anthropicEndpoint } from '#core/settings.ts';
import { hostOf } from '#core/wire/endpoint.ts';
import * as format from './format.ts';
import { words } from './words.ts';

/** The words of a failure. Never a stack, a class name or the key (screen contract, errors). */
export function failureText(failure: Failure): string {
	switch (failure.kind) {
		case 'no-key':
			return 'There is no key for this endpoint yet. Add one under Settings, or answer on this device.';
		case 'key-locked':
			return 'The key was locked. Unlock it with your passphrase, then try again.';
		case 'key-refused':
			return 'The endpoint does not accept the key. Copy it again, whole, and enter it once more; it must be one for this endpoint.';
		case 'forbidden':
			return `The endpoint refuses this call for your key, or calls from browsers altogether.${detailOf(failure, ' It says: ', '.')}`;
		case 'offline':
			return 'You are offline. The message is stored; send it when you are online, or answer on this device.';
		case 'unreachable':
			// Its address is right, it runs, and it lets pages call it.
			if (failure.host === hostOf(anthropicEndpoint))
				return `Keepsake cannot reach ${failure.host}. Check the network, a blocker or a firewall.`;
			return `Keepsake cannot reach ${failure.host}. Check the address under Settings and that the server is running and accepts calls from browsers.`;
		case 'rate-limited':
			return failure.retryAfterMs === null
				? 'Too many requests in a short time. Wait a little and try again.'
				: `Too many requests in a short time. Try again in ${format.duration(failure.retryAfterMs)}.`;
		case 'spend-limit':
			return 'The credit or the spending limit of this key is used up. Settle it with your provider, or use another key.';
		case 'day-limit':
			return `Today’s calls have cost ${format.money(failure.spent)} and you allow ${format.money(failure.limit)} a day. Raise the limit under Settings, go on tomorrow, or answer on this device.`;
		case 'overloaded':
			return `The provider has too much to do right now. Try again in ${soon(failure)}.`;
		case 'server-error':
			return `The endpoint reports an error of its own (${String(failure.status)}). Try again in ${soon(failure)}.`;
		case 'not-an-api':
			return `${failure.host} answered, but not as a Messages API. Check the address under Settings, or sign in to the network you are on.`;
		case 'interrupted':
			return 'The answer broke off before it was complete. Try again; whatever came is kept.';
		case 'silent':
			return `Nothing was heard for ${format.duration(failure.afterMs)}, so the answer was given up. Try again; whatever came is kept.`;
		case 'overflow':
			return overflowText(failure);
		case 'too-large':
			return 'The request is larger than the endpoint accepts. Remove an attachment, or compact the session.';
		case 'model-not-found':
			return `The endpoint does not know the model ${failure.model}. Choose another beside Send, or under Settings.`;
		case 'refused':
			return failure.category === null
				? 'The model declined to answer. Put the question another way, or edit the message.'
				: `The model declined to answer (${failure.category}). Put the question another way, or edit the message.`;
		case 'empty-answer':
			return 'The model answered with nothing. Try again.';
		case 'rejected':
			return `The endpoint rejected the request (${String(failure.status)})${detailOf(failure, ': ', '')}. Check the model, its limits, Thinking and Prompt cache under Settings; Tools can be switched off behind Context.`;
		case 'does-not-fit':
			return doesNotFitText(failure);
		case 'tool-limit':
			return `The model called tools ${format.count(failure.limit, { one: 'time', other: 'times' })} in one turn, so it was stopped. Continue, or ask more narrowly.`;
		case 'storage-full':
			return 'The browser has no room left for this. Make room under Settings → Data → Show what takes up the room, or free space on the device.';
		case 'storage-closed':
			return 'The stored data cannot be written from this tab: another version of Keepsake has opened it. Reload this page; copy what is not saved first.';
		case 'storage-failed':
			return 'The browser could not store or read this; the disk may be full. Free up space and try again; if that does not help, restart the browser.';
		case 'busy-elsewhere':
			return 'Another tab is writing to this session. Continue there, or wait until it has finished.';
		case 'changed-meanwhile':
			return changedText(failure);
		case 'forgotten':
			return 'This was forgotten for good and cannot be brought back. A backup made before may still hold it.';
		case 'summary-rejected':
			return 'The summary was not good enough to use. Try again, or choose another model or preset.';
		case 'only-copy':
			return 'This archive alone holds messages of a session that is still here, so it stays. Delete the session to be rid of both.';
		case 'damaged':
			return `${format.apart(failure.what)} is damaged and was left as it is. Restore it from a backup if you have one.`;
		case 'unreadable':
			return `${format.apart(failure.what)} could not be read. Check that it is the right file.`;
		case 'line-too-long':
			return `A line of memory takes at most ${format.number(failure.most)} characters. Nothing was written: shorten it, or select a part.`;
		case 'not-loaded':
			return words.kit.notLoaded;
		case 'crashed':
			return 'Something went wrong inside Keepsake. Your data is stored; reload the page and try again.';
	}
}

type Of<Kind extends Failure['kind']> = Extract<Failure, { readonly kind: Kind }>;

const soon = ({ retryAfterMs }: Of<'overloaded' | 'server-error'>): string =>
	retryAfterMs === undefined ? 'a moment' : format.duration(retryAfterMs);

const detailOf = ({ detail }: Of<'forbidden' | 'rejected'>, before: string, end: string): string =>
	detail.trim() === '' ? '' : before + format.quoted(detail.trim()) + end;

function changedText({ why }: Of<'changed-meanwhile'>): string {
	switch (why) {
		case 'endpoint':
			return 'The endpoint was changed in the meantime, so nothing more was sent. Try again to ask the new one.';
		case 'session-deleted':
			return 'The session was deleted in the meantime, so nothing more was sent. Bring it back, then try again.';
		case 'session-ended':
			return 'The session was reset in the meantime, so nothing more was sent. Undo the reset to go on with it.';
		case 'left-out':
			return 'Messages it covers were left out, put off the record, deleted or brought back in the meantime, so it was not put to use. Have it written again.';
		case 'switched-off':
			return 'Automatic summaries were switched off in the meantime, so nothing more was sent. Compact by hand, or switch them on again.';
		case 'replaced':
			return 'What is stored here was replaced in the meantime, so nothing more was written.';
		case 'summary-before':
			return 'The summary before this one was edited or taken out of use in the meantime, so nothing was changed. Bring that one back first, or compact again.';
		default:
			return 'This was changed elsewhere in the meantime, so nothing was written. Look at it and try again.';
	}
}

function overflowText({ tokens, window }: Of<'overflow'>): string {
	if (tokens !== null && window !== null && tokens <= window)
		return `The endpoint says that the window of the model is full, though this takes about ${format.number(tokens)} of the ${format.tokens(window)} that are known here. If its server allows fewer, enter those under Settings as the context window; else compact the session, or leave messages out of the prompt.`;
	const size =
		tokens !== null && window !== null
			? ` (${format.number(tokens)} of ${format.tokens(window)})`
			: '';
	return `The session is longer than the window of the model${size}. Compact it, or leave messages out of the prompt.`;
}

function doesNotFitText({ tokens, usable, isThreshold, largest }: Of<'does-not-fit'>): string {
	const parts = largest.map(
		(part) => `${format.apart(part.source)} (${format.tokens(part.tokens)})`
	);
	const room = parts.length > 0 ? `; most room is taken by ${format.listed(parts)}` : '';
	const sizes = isThreshold
		? `even without earlier messages it needs ${format.tokens(tokens)}, and the preset wants a summary at ${format.number(usable)}`
		: `it needs ${format.tokens(tokens)} and ${format.number(usable)} may be used`;
	return `The message does not fit: ${sizes}${room}. Leave parts out, or choose a model with a larger window.`;
}
