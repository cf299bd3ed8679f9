import type { IconName } from '../kit/icons.ts';

/** Something the palette can do or go to. */
export interface Entry {
	readonly id: string;
	readonly label: string;
	/** The label in pieces, where something was found in it. */
	readonly pieces?: readonly { readonly text: string; readonly hit: boolean }[];
	/** Another name it is found by, shown beside it, e.g. `/compact`. */
	readonly also?: string;
	/** Words that are no name of it, and by which somebody may look for it. */
	readonly known?: string;
	/** Where it stands, which may be cut short, and when it was, which is not. */
	readonly place?: string;
	readonly date?: string;
	readonly icon: IconName;
	/** It asks something first, in the place of the palette, and closes itself. */
	readonly asks?: boolean;
	readonly run: () => void;
}
