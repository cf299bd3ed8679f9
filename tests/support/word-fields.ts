import type { Happening } from '#core/activity.ts';
import type { TableName } from '#core/backup/backup.ts';
import type { Truth } from '#db/schema.ts';

/** Ids, hashes, places and models: nothing that anybody said. */
type Known =
	| `${string}${'Id' | 'Ids' | 'Hash' | 'Key'}`
	| 'id'
	| 'branch'
	| 'parent'
	| 'hash'
	| 'sha256'
	| 'key'
	| 'model'
	| 'path'
	| 'mediaType';

type RowOf<Name extends TableName> = Parameters<Truth[Name]['put']>[0];

/** What stands in the other fields that may hold any text. `name`: what a row is called, which goes with the row. */
type Holds<Row> = {
	readonly [
		Name in keyof Row & string as Name extends Known
			? never
			: string extends Row[Name]
				? Name
				: readonly string[] extends Row[Name]
					? Name
					: never
	]-?: 'words' | 'name' | 'nothing said';
};

/**
 * Where words may stand in the rows of the truth. The compiler asks here for a field that is new: one that holds words has
 * to be emptied by forgetting, which nobody would notice else.
 */
export const wordFields: { readonly [Name in TableName]: Holds<RowOf<Name>> } = {
	sessions: {
		title: 'name',
		folder: 'name',
		switchedOff: 'nothing said',
		wearTold: 'nothing said',
		learntThrough: 'nothing said',
		resetDay: 'nothing said',
		continuedFrom: 'nothing said'
	},
	branches: {},
	turns: { stamp: 'nothing said' },
	steps: { stopReason: 'nothing said' },
	marks: { text: 'words' },
	summaries: {
		text: 'words',
		originalText: 'words',
		anchors: 'words',
		lossy: 'nothing said',
		preset: 'nothing said',
		revertedWith: 'nothing said',
		waitedBeside: 'nothing said',
		integrates: 'nothing said'
	},
	proposals: {
		text: 'words',
		replaces: 'words',
		offered: 'words',
		tags: 'words',
		time: 'nothing said',
		day: 'nothing said',
		home: 'nothing said'
	},
	refusals: { line: 'words', took: 'nothing said' },
	compactions: { focus: 'words' },
	memoryFiles: { text: 'words' },
	memoryRevisions: { text: 'words', act: 'nothing said', from: 'nothing said' },
	memoryOrigins: { line: 'words', signs: 'nothing said', tags: 'words' },
	pins: { text: 'words' },
	ledger: {
		host: 'nothing said',
		rest: 'nothing said',
		system: 'nothing said',
		tools: 'nothing said',
		messages: 'nothing said'
	},
	archives: { title: 'name' },
	archiveBytes: {},
	cold: {},
	blobs: {},
	settings: { value: 'nothing said' },
	activity: {},
	tombstones: {}
};

/** Names of details that may hold any text. */
type TextIn<Details> = Details extends unknown
	? keyof {
			[
				Name in keyof Details as Name extends Known
					? never
					: string extends Details[Name]
						? Name
						: never
			]: true;
		}
	: never;

/** The same of the details of what happened, where words go by the names in `wordyDetails` of core/activity.ts. */
export const wordyDetail: Readonly<Record<TextIn<Happening['details']>, 'words' | 'nothing said'>> =
	{
		text: 'words',
		anchors: 'words',
		title: 'words',
		said: 'words',
		act: 'nothing said',
		cycle: 'nothing said',
		ended: 'nothing said',
		format: 'nothing said',
		name: 'nothing said',
		of: 'nothing said',
		other: 'nothing said',
		reason: 'nothing said',
		reverted: 'nothing said',
		tier: 'nothing said',
		undoes: 'nothing said',
		which: 'nothing said'
	};
