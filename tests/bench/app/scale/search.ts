/** Searching: from what is typed to what was found, as titles in the list at the side and as text on the page for it. */
import { settle, type Bench } from '../../driven/browser.ts';
import { askedOnce } from '../../driven/corpus.ts';
import { median } from '../../driven/numbers.ts';

export interface Answer {
	/** The first result in the page, laid out; ms after the field changed. */
	readonly there: number;
	/** The frame behind it. */
	readonly painted: number;
}

const middle = (answers: readonly Answer[]): Answer => ({
	there: median(answers.map(({ there }) => there)),
	painted: median(answers.map(({ painted }) => painted))
});

interface Question {
	readonly field: string;
	readonly query: string;
	/** Where the first result stands, and what it must hold. */
	readonly first: string;
	readonly mark: string;
}

async function askOnce(bench: Bench, { field, query, first, mark }: Question): Promise<Answer> {
	const { page } = bench;
	const box = page.getByLabel(field, { exact: true });
	await box.fill('');
	await settle(bench);
	const answered = page.evaluate(([at, what]) => window.bench.answered(at, what), [
		first,
		mark
	] as const);
	await box.focus();
	await page.keyboard.insertText(query);
	return answered;
}

/** Titles of `count` conversations, see `many`. */
export async function measureTitles(bench: Bench, count: number, runs: number): Promise<Answer> {
	const answers: Answer[] = [];
	for (let run = -1; run < runs; run++) {
		const title = `Note ${String((run + 2) % count).padStart(4, '0')}`;
		const answer = await askOnce(bench, {
			field: 'Filter sessions',
			query: title,
			first: 'nav[aria-label="Sessions"] a:not([hidden])',
			mark: title
		});
		if (run >= 0) answers.push(answer);
	}
	return middle(answers);
}

export interface TextSearch {
	/** What stands in one message. */
	readonly rare: Answer;
	/** A word of every third message. */
	readonly common: Answer;
	/** The first question to the first answer that knows of everything, ms. */
	readonly warmUp: number;
}

/** The page of the search must be on screen; `messages`: how many there are, see `twenty`. */
export async function measureTexts(
	bench: Bench,
	messages: number,
	runs: number
): Promise<TextSearch> {
	const ask = (query: string, mark: string) =>
		askOnce(bench, { field: 'Search', query, first: '[aria-label="Results"] li', mark });
	const began = performance.now();
	await ask('lantern', 'lantern');
	await bench.page.waitForFunction(() => !/Still reading/.test(document.body.textContent), null, {
		timeout: 600_000,
		polling: 100
	});
	const warmUp = performance.now() - began;
	const rare: Answer[] = [];
	const common: Answer[] = [];
	const words = ['harbour', 'bridge', 'kettle', 'garden', 'engine', 'window', 'river'];
	for (let run = 0; run < runs; run++) {
		const number = Math.floor((messages / 2 / runs) * (run + 0.5));
		rare.push(await ask(askedOnce(number).slice(0, -1), String(number)));
		const word = words[run % words.length] ?? '';
		common.push(await ask(word, word));
	}
	return { rare: middle(rare), common: middle(common), warmUp };
}
