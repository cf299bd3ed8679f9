/** Words about files that go along with a message. */
import * as format from '../../format.ts';

export interface Size {
	readonly width: number;
	readonly height: number;
}

export const pixels = ({ width, height }: Size): string =>
	`${format.number(width)} × ${format.number(height)}`;

export const attaching = {
	attach: 'Attach files',
	list: 'Attachments',
	remove: (name: string) => `Remove ${format.apart(name)}`,
	removed: (name: string) => `Removed ${format.apart(name)}.`,
	drop: 'Drop files here to attach them',
	reading: 'Reading…',
	/** Why follows. */
	unread: (files: readonly { readonly name: string }[]) =>
		`Not attached: ${format.listed(files.map(({ name }) => name))}.`,
	again: 'Try again',
	wait: 'A file is still being read. Send again in a moment.',
	/** Of a file, or of what was pasted: signs nobody sees, which a model would have read. */
	hidden: (value: number) =>
		`${format.count(value, { one: 'hidden character', other: 'hidden characters' })} removed.`,
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
