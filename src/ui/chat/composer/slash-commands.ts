import { words } from '../../words/words.ts';

/** The commands that can be typed into the composer, and how they are read. */

/** What has words is a command. */
export type CommandName = keyof typeof words.keys.commands;

export interface CommandChoice {
	readonly name: CommandName;
	/** What may follow the name, as it is shown, e.g. `[focus]`. */
	readonly argument: string;
	/** Whether what follows the name belongs to the command; words that do not make it a message. */
	readonly takes: RegExp;
	readonly help: string;
}

/** What may follow a name, and what of it belongs to the command; a name that is not here stands alone. */
const follows: Readonly<Partial<Record<CommandName, readonly [argument: string, takes: RegExp]>>> =
	{
		compact: ['[focus]', /^/],
		new: ['[guest]', /^(guest)?$/i],
		remember: ['<text>', /./],
		model: ['[id]', /^\S*$/]
	};

export const commands: readonly CommandChoice[] = (
	Object.keys(words.keys.commands) as CommandName[]
).map((name) => {
	const [argument, takes] = follows[name] ?? ['', /^$/];
	return { name, argument, takes, help: words.keys.commands[name] };
});

/** The commands whose name begins with what has been typed; empty once a name is complete and followed by more. */
export function choicesFor(text: string): readonly CommandChoice[] {
	const typed = /^\/([a-z]*)$/i.exec(text)?.[1]?.toLowerCase();
	return typed === undefined ? [] : commands.filter(({ name }) => name.startsWith(typed));
}

type Typed =
	| {
			readonly kind: 'command';
			readonly name: CommandName;
			readonly argument: string;
			/** What stands behind an empty line is no word of the command. */
			readonly rest: string;
	  }
	/** A command by its looks, but there is none of that name: who sends it again means a message. */
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
	if (command?.takes.test(argument)) {
		const [own = '', rest = ''] = argument.split(/\n\s*\n([\s\S]*)/);
		return { kind: 'command', name: command.name, argument: own, rest };
	}
	if (argument !== '') return { kind: 'message' };
	return command
		? { kind: 'incomplete', name: command.name }
		: { kind: 'unknown', name: `/${typed}` };
}
