import { words } from '../../words/words.ts';

/** The commands that can be typed into the composer, and how they are read. */

export type CommandName =
	| 'compact'
	| 'reset'
	| 'new'
	| 'memory'
	| 'remember'
	| 'context'
	| 'export'
	| 'model'
	| 'undo'
	| 'help';

export interface CommandChoice {
	readonly name: CommandName;
	/** What may follow the name, as it is shown, e.g. `[focus]`. */
	readonly argument: string;
	/** Nothing happens without the argument. */
	readonly needsArgument: boolean;
	readonly help: string;
}

const choice = (name: CommandName, argument = '', needsArgument = false): CommandChoice => ({
	name,
	argument,
	needsArgument,
	help: words.keys.commands[name]
});

export const commands: readonly CommandChoice[] = [
	choice('compact', '[focus]'),
	choice('reset'),
	choice('new', '[guest]'),
	choice('memory'),
	choice('remember', '<text>', true),
	choice('context'),
	choice('export'),
	choice('model', '[id]'),
	choice('undo'),
	choice('help')
];

/** The commands whose name begins with what has been typed; empty once a name is complete and followed by more. */
export function choicesFor(text: string): readonly CommandChoice[] {
	const typed = /^\/([a-z]*)$/i.exec(text)?.[1]?.toLowerCase();
	return typed === undefined ? [] : commands.filter(({ name }) => name.startsWith(typed));
}

export type Typed =
	| { readonly kind: 'command'; readonly name: CommandName; readonly argument: string }
	/** A command by its looks, but there is none of that name. */
	| { readonly kind: 'unknown'; readonly name: string }
	/** The command wants something after its name. */
	| { readonly kind: 'incomplete'; readonly name: CommandName }
	| { readonly kind: 'message' };

/** Read what stands in the composer. A slash alone does not make a command: paths and fractions are messages. */
export function readTyped(text: string): Typed {
	const match = /^\/([a-z]+)(?:\s+([\s\S]*))?$/i.exec(text.trim());
	if (!match) return { kind: 'message' };
	const typed = (match[1] ?? '').toLowerCase();
	const argument = (match[2] ?? '').trim();
	const command = commands.find(({ name }) => name === typed);
	if (!command)
		return argument === '' ? { kind: 'unknown', name: `/${typed}` } : { kind: 'message' };
	if (command.needsArgument && argument === '') return { kind: 'incomplete', name: command.name };
	return { kind: 'command', name: command.name, argument };
}
