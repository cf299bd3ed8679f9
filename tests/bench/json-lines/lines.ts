/** What the measuring interfaces share: a question a line, an answer a line, and a clear error where a question is none. */
import { createInterface } from 'node:readline';
import process from 'node:process';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

export function readText(fields: Fields, name: string): string {
	const value = fields[name];
	if (typeof value !== 'string') throw new TypeError(`"${name}" must be a string`);
	return value;
}

/** A text that may be left out. */
export const readOptionalText = (fields: Fields, name: string): string =>
	fields[name] === undefined || fields[name] === null ? '' : readText(fields, name);

/** A number that is not negative. */
export function readNumber(fields: Fields, name: string): number {
	const value = fields[name];
	if (typeof value !== 'number' || !(value >= 0)) throw new TypeError(`"${name}" must be a number`);
	return value;
}

/** Answer every line of standard input; a line that cannot be answered gets `{"error":…}`, and the next its answer. */
export async function answerLines(answer: (question: Fields) => object): Promise<void> {
	for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
		if (line.trim() === '') continue;
		process.stdout.write(`${JSON.stringify(reply(line))}\n`);
	}

	function reply(line: string): object {
		try {
			const question: unknown = JSON.parse(line);
			if (!isFields(question)) throw new TypeError('a question must be an object');
			return answer(question);
		} catch (problem) {
			return { error: problem instanceof Error ? problem.message : String(problem) };
		}
	}
}
