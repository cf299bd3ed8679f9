/** How far something is that takes long, in whatever it counts. */
export interface Progress {
	readonly done: number;
	readonly of: number;
}
