/** Whether it is being looked up what an earlier page had under the pen: no editor is opened before that is known. */
class ReadingPens {
	isOn = $state(false);
	/** Counts what was heard of as forgotten: an editor that shows what was stored before looks anew. */
	forgotten = $state(0);
}

export const readingPens = new ReadingPens();
