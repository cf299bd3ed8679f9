/** Leads an irregular English form to its base, where no suffix tells: the stemmer asks here before it cuts. */
import { irregularForms } from '#core/search/words/irregular-forms.ts';

function readForms(): ReadonlyMap<string, string> {
	const forms = new Map<string, string>();
	for (const row of irregularForms.flatMap((line) => line.split('; '))) {
		const [base = '', ...others] = row.split(' ');
		for (const other of others) forms.set(other, base);
	}
	return forms;
}

const forms = readForms();

/** The base form of an irregular English word, or the word itself. */
export const baseForm = (word: string): string => forms.get(word) ?? word;

/** The irregular forms that begin with some letters. */
export const formsBegun = (letters: string): string[] =>
	[...forms.keys()].filter((form) => form.startsWith(letters));
