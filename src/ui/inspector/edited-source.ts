/** The text a part of the prompt is made of, with the way to store it; false when it could not be stored. */
export interface EditedSource {
	/** Where it is stored, of every other part another. */
	readonly key: string;
	readonly text: string;
	readonly save: (text: string) => Promise<boolean>;
}
