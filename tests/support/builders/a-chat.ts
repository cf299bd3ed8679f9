/** A conversation of ChatGPT: each message names the one before it, the last of the list is on screen where no other is named. */
export function aChat(
	said: readonly (readonly [id: string, parent: string, text: string])[],
	shown = said.at(-1)?.[0]
) {
	const nodes = [['root', '', ''] as const, ...said].map(([id, parent, text]) => ({
		id,
		parent: parent === '' ? null : parent,
		children: said.filter(([, of]) => of === id).map(([child]) => child),
		message:
			text === ''
				? null
				: {
						id,
						author: { role: id.startsWith('q') ? 'user' : 'assistant' },
						create_time: 1_700_000_000,
						content: { content_type: 'text', parts: [text] },
						weight: 1
					}
	}));
	const chat = {
		conversation_id: 'bike',
		title: 'By bike',
		create_time: 1_700_000_000,
		update_time: 1_700_000_000 + said.length,
		mapping: Object.fromEntries(nodes.map((node) => [node.id, node])),
		current_node: shown
	};
	return { file: new Blob([JSON.stringify([chat])]), name: 'conversations.json' };
}
