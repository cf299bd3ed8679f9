/** What is said when a file was attached, or was not. */
import type { NotAttached } from '#core/asking/attached.ts';
import type { WhyLeftOut } from '#core/prompt/media.ts';
import type { LeftOut } from '#core/prompt/prompt.ts';
import * as format from '../../format.ts';
import { pixels, type Size } from '../first/attaching.ts';

const reasons: Readonly<Record<WhyLeftOut, string>> = {
	refused: 'the model refused it',
	locked: 'it is locked with a password',
	size: 'it is larger than models accept',
	'among-many': 'it is too large among so many',
	'no-room': 'newer files take up the room',
	telling: 'it may tell where it was taken, and that could not be taken out'
};

interface Measured extends Size {
	readonly bytes: number;
}

export const attached = {
	/** Under a picture or file of a message. */
	leftOut: (why: WhyLeftOut) => `Left out of the next request: ${reasons[why]}.`,
	/** In the inspector, of those of a part; the message of each says why. */
	notSent: (files: readonly LeftOut[]): string => {
		const named = files.flatMap(({ name }) => name ?? []);
		const rest = files.length - named.length;
		const pictures = format.count(rest, { one: 'picture', other: 'pictures' });
		return `Left out, with a note in its place: ${format.listed(rest === 0 ? named : [...named, pictures])}.`;
	},
	/** A picture that came without a name, from the clipboard. */
	pasted: (at: number) => `Pasted picture ${format.number(at)}`,
	added: ({ name, bytes }: { readonly name: string; readonly bytes: number }) =>
		`Attached ${format.apart(name)}, ${format.bytes(bytes)}.`,
	shrunk: ({ name, from, to }: Record<'from' | 'to', Measured> & { readonly name: string }) =>
		from.width === to.width && from.height === to.height
			? `Attached ${format.apart(name)}, made smaller: ${format.bytes(to.bytes)} instead of ${format.bytes(from.bytes)}, with as many pixels.`
			: `Attached ${format.apart(name)}, made smaller: ${pixels(to)} instead of ${pixels(from)} pixels, which is as much as models look at.`,
	/** Behind the name of a text. */
	guessed:
		'Nothing says how its text is encoded: it was read as Windows-1252. Check that its words are right.',
	/** Behind the reasons, each of which is told of one file: of many others not all are named. */
	alike: (files: readonly string[]): string => {
		const named = files.slice(0, files.length > 3 ? 2 : 3);
		const rest = files.length - named.length;
		const all = rest === 0 ? named : [...named, `${format.number(rest)} more`];
		return `Not attached for the same reasons: ${format.listed(all)}.`;
	},
	refused: (file: string, reason: NotAttached): string => {
		const name = format.apart(file);
		switch (reason.why) {
			case 'kind':
				return `${name} was not attached. Pictures (PNG, JPEG, GIF, WebP), PDF and text files can be.`;
			case 'unreadable':
				return `${name} was not attached: the picture could not be opened. Save it again in another program, as PNG or JPEG.`;
			case 'unread':
				return `${name} was not attached: it could not be read. A folder cannot be attached; a file that is kept elsewhere has to be on this device first.`;
			case 'empty':
				return `${name} was not attached: there is nothing in it.`;
			case 'too-many':
				return `${name} was not attached: a message takes at most ${format.number(reason.most)} files. Send the rest with the next one.`;
			case 'too-large':
				return `${name} was not attached: it has ${format.bytes(reason.bytes)}, and at most ${format.bytes(reason.most)} can be sent. Attach a part of it.`;
			case 'together':
				return `${name} was not attached: with it the message would have ${format.bytes(reason.bytes)} of files, and at most ${format.bytes(reason.most)} can be sent. Send it with the next message.`;
			case 'locked':
				return `${name} was not attached: it is locked with a password. Save it without one, or print it as PDF, and attach that.`;
			case 'pages':
				return `${name} was not attached: with it the message would have ${format.number(reason.pages)} pages and pictures, and the model takes at most ${format.number(reason.most)}. Split it, or send it with the next message.`;
		}
	}
} as const;
