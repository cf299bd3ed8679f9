/** What takes the room on this device, and what could be let go of. */

/** Bytes by kind; of rows as many as they have characters. */
export interface RoomTaken {
	readonly conversations: number;
	readonly archives: number;
	readonly requests: number;
	readonly memory: number;
	readonly index: number;
	readonly copies: number;
}

/** What could be let go of. */
export interface Freeing {
	/** Turns that archives hold, whose rows could go. */
	readonly coolTurns: number;
	/** Requests older than a week. */
	readonly oldRequests: number;
	readonly asideCopies: number;
	readonly asideBytes: number;
	readonly indexBytes: number;
}

export type FreeingKind = 'cool' | 'requests' | 'aside' | 'index';
