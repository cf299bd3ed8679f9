/** Whether it is being looked up what an earlier page had under the pen: no editor is opened before that is known. */
class ReadingPens {
	isOn = $state(false);
}

export const readingPens = new ReadingPens();
