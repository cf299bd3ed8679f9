/** A file the user has chosen. */
export interface ChosenFile {
	readonly file: Blob;
	/** With its folders, where a folder was chosen. */
	readonly name: string;
	/** It is no file, but a list of memories that was typed or pasted. */
	readonly isPasted?: true;
}
