import { knownBlock } from '#core/log/known-block.ts';
import { textOfResult, type Block, type Message } from '#core/log/blocks.ts';

/** Messages as a person reads them in the inspector: everything that is sent, in order, binary parts named. */

const words = new WeakMap<Message, string>();

/** Who speaks and what is said. Worked out once for each message. */
export function readMessage(message: Message): string {
	const known = words.get(message);
	if (known !== undefined) return known;
	const text = `[${message.role}]\n${message.content.map(readBlock).join('\n')}`;
	words.set(message, text);
	return text;
}

/** If a block has fields that are not shown here, the whole block is shown as it is sent: nothing is sent unseen. */
function readBlock(block: Block): string {
	const known = knownBlock(block);
	return known !== null && known === block ? readKnown(known) : JSON.stringify(block);
}

function readKnown(block: Block): string {
	switch (block.type) {
		case 'text':
			return block.text;
		case 'thinking':
			return `[thinking] ${block.thinking}`;
		case 'redacted_thinking':
			return '[thinking that the provider keeps hidden]';
		case 'tool_use':
			return `[call ${block.name}] ${JSON.stringify(block.input)}`;
		case 'tool_result':
			return `[result${block.is_error ? ', error' : ''}] ${textOfResult(block)}`;
		case 'image':
			return `[image ${block.source.media_type}]`;
		case 'document':
			return [
				`[document ${block.title ?? block.source.media_type}]`,
				...(block.source.type === 'text' ? [block.source.data] : [])
			].join('\n');
	}
}
