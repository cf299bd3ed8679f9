/** Words about files that go along with a message. */
import type { NotAttached } from '#core/asking/attached.ts';
import * as format from '../format.ts';

interface Size {
	readonly width: number;
	readonly height: number;
}

const pixels = ({ width, height }: Size): string =>
	`${format.number(width)} × ${format.number(height)}`;

export const attaching = {
	attach: 'Attach files',
	list: 'Attachments',
	remove: (name: string) => `Remove ${format.apart(name)}`,
	removed: (name: string) => `Removed ${format.apart(name)}.`,
	drop: 'Drop files here to attach them',
	reading: 'Reading…',
	wait: 'A file is still being read. Send again in a moment.',
	/** A picture that came without a name, from the clipboard. */
	pasted: (at: number) => `Pasted picture ${format.number(at)}`,
	added: ({ name, bytes }: { readonly name: string; readonly bytes: number }) =>
		`Attached ${format.apart(name)}, ${format.bytes(bytes)}.`,
	shrunk: ({ name, from, to }: { readonly name: string; readonly from: Size; readonly to: Size }) =>
		`Attached ${format.apart(name)}, made smaller: ${pixels(to)} instead of ${pixels(from)} pixels, which is as much as models look at.`,
	/** Of a file, or of what was pasted: signs nobody sees, which a model would have read. */
	hidden: (value: number) =>
		`${format.count(value, { one: 'hidden character', other: 'hidden characters' })} removed.`,
	refused: (file: string, reason: NotAttached): string => {
		const name = format.apart(file);
		switch (reason.why) {
			case 'kind':
				return `${name} was not attached. Pictures (PNG, JPEG, GIF, WebP), PDF and text files can be.`;
			case 'unreadable':
				return `${name} was not attached: the picture could not be opened. Save it again in another program, as PNG or JPEG.`;
			case 'empty':
				return `${name} was not attached: there is nothing in it.`;
			case 'too-many':
				return `${name} was not attached: a message takes ${format.number(reason.most)} files. Send the rest with the next one.`;
			case 'too-large':
				return `${name} was not attached: it has ${format.bytes(reason.bytes)}, and at most ${format.bytes(reason.most)} can go along. Attach a part of it.`;
			case 'together':
				return `${name} was not attached: with it the message would have ${format.bytes(reason.bytes)} of files, and at most ${format.bytes(reason.most)} can go along. Send it with the next message.`;
			case 'locked':
				return `${name} was not attached: it is locked with a password. Save it without one, or print it as PDF, and attach that.`;
			case 'pages':
				return `${name} was not attached: with it the message would have ${format.number(reason.pages)} pages and pictures, and the model takes at most ${format.number(reason.most)}. Split it, or send it with the next message.`;
		}
	},
	/** Under the name of a file. */
	size: (bytes: number) => format.bytes(bytes),
	/** The alternative text of a picture that was sent. */
	picture: ({
		at,
		of,
		size
	}: {
		readonly at: number;
		readonly of: number;
		readonly size: Size | null;
	}) =>
		[
			of > 1 ? `Attached picture ${format.number(at)} of ${format.number(of)}` : 'Attached picture',
			...(size ? [`${pixels(size)} pixels`] : [])
		].join(', '),
	open: (name: string) => `Open ${format.apart(name)}`,
	file: 'Attached file',
	save: 'Save file',
	noPreview: 'Keepsake does not show PDF files itself. Save it and open it with a reader.',
	hasPasted: 'With pasted text'
} as const;
