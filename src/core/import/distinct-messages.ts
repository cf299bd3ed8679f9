import type { ImportedBlock, ImportedChat, ImportedMessage } from '#core/import/chat.ts';
import { ownIds } from '#core/import/own-ids.ts';

/** Messages of a chat, each with an id of its own: some products give one id to two, or write one message twice. */

const isResult = ({ type }: ImportedBlock): boolean => type === 'result';

/** What a message says, without results: a reader gives each to one of the lines that call for it. */
const toldBy = ({ from, content }: ImportedMessage): string =>
	JSON.stringify([from, content.filter((block) => !isResult(block))]);

/** Messages that have one id in the file. */
interface Named {
	readonly first: ImportedMessage;
	/** Their own ids by what they say; made when the second comes. */
	byTold: Map<string, string> | null;
	last: string;
}

/** Another message of an id that is taken gets one of its own; one that is written twice is one, with all its results. */
export function distinctMessages({
	messages,
	leaf
}: Pick<ImportedChat, 'messages' | 'leaf'>): Pick<ImportedChat, 'messages' | 'leaf'> {
	const byId = new Map<string, ImportedMessage>();
	const byName = new Map<string, Named>();
	const ownId = ownIds(new Set(messages.map(({ id }) => id)));
	/** Whoever names an id means the last message that had it. */
	const meant = (id: string): string => byName.get(id)?.last ?? id;
	for (const message of messages) {
		const parent = message.parent === null ? null : meant(message.parent);
		const named = byName.get(message.id);
		const told = named ? toldBy(message) : '';
		if (named) named.byTold ??= new Map([[toldBy(named.first), named.first.id]]);
		const same = byId.get(named?.byTold?.get(told) ?? '');
		if (same) {
			const more = same.content.some(isResult) ? [] : message.content.filter(isResult);
			byId.set(same.id, { ...same, content: [...same.content, ...more] });
			continue;
		}
		const id = ownId(message.id);
		const own =
			id === message.id && parent === message.parent ? message : { ...message, id, parent };
		byId.set(id, own);
		if (named) named.byTold?.set(told, id);
		if (named) named.last = id;
		else byName.set(id, { first: own, byTold: null, last: id });
	}
	return { messages: [...byId.values()], leaf: leaf === null ? null : meant(leaf) };
}
