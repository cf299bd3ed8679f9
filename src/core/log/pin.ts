/** A pin of the user that belongs to no turn, or a copy of one that does. Always goes verbatim. */
export interface Pin {
	readonly id: string;
	readonly sessionId: string;
	readonly text: string;
	readonly turnId: string | null;
	readonly at: number;
}
