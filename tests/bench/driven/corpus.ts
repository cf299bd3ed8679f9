/** Messages to measure with: the same Markdown in every run, with code, lists and tables, and the archive that holds them. */
import { archiveLines } from '#core/archive/archive.ts';
import { chainStart, linkStep, linkTurn } from '#core/log/chain.ts';
import { trunk, type Branch, type Session } from '#core/session/session.ts';
import type { Exchange } from '#core/log/turn.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aBranch } from '../../support/builders/stored-session.ts';

const nouns = 'harbour ledger window lantern engine garden bridge archive river kettle'.split(' ');
const verbs = 'opens keeps measures carries answers follows turns waits holds crosses'.split(' ');
const tongues = ['ts', 'python', 'rust', 'bash', 'json'] as const;

const pick = (list: readonly string[], n: number): string => list[n % list.length] ?? '';

const sentence = (n: number): string =>
	`The ${pick(nouns, n)} ${pick(verbs, n * 7 + 3)} the ${pick(nouns, n * 3 + 1)} near *gate ${n}*, ` +
	`and \`item_${n}\` stays **where it was** for the ${pick(nouns, n * 5 + 2)}.`;

const code = (n: number): string =>
	`\`\`\`${pick(tongues, n)}\nconst total_${n} = rows.filter((row) => row.size > ${n}).length;\n` +
	`if (total_${n} === 0) throw new Error("no rows for ${pick(nouns, n)}");\n` +
	`return { total: total_${n}, name: '${pick(verbs, n)}' };\n\`\`\``;

const table = (n: number): string =>
	`| name | count | note |\n|---|--:|---|\n| ${pick(nouns, n)} | ${n} | first |\n` +
	`| ${pick(nouns, n + 1)} | ${n * 2} | \`second\` |\n| ${pick(nouns, n + 2)} | ${n * 3} | third |`;

const list = (n: number): string =>
	[1, 2, 3].map((at) => `${at}. ${pick(verbs, n + at)} the **${pick(nouns, n * at)}**`).join('\n');

/** One block of Markdown: mostly prose, now and then a heading, a list, code or a table. */
function block(n: number): string {
	const turn = n % 8;
	if (turn === 1) return code(n);
	if (turn === 3) return list(n);
	if (turn === 5) return table(n);
	if (turn === 7) return `### Part ${n}\n\n${sentence(n)}`;
	return `${sentence(n)} ${sentence(n + 11)}`;
}

const question = (n: number): string =>
	`How does the ${pick(nouns, n)} ${pick(verbs, n)} ${askedOnce(n)}`;

/** About 600 characters: with the question some 350 a message, as in the comparison the goals come from. */
const answer = (n: number): string => [0, 1, 2, 3].map((at) => block(n * 3 + at)).join('\n\n');

/** Stands at the end of the last message of a conversation, and nowhere else. */
export const endMark = (title: string): string => `End of ${title}.`;

/** What is said of number `n`, and in no other message. */
export const askedOnce = (n: number): string => `number ${n}?`;

/** A conversation to be stored. */
export interface Wanted {
	readonly title: string;
	/** Even. */
	readonly messages: number;
	/** The number its first question speaks of; conversations with other numbers say other things. */
	readonly from?: number;
}

/** All texts of a conversation, questions and answers in turn. */
export const texts = ({ title, messages, from = 0 }: Wanted): string[] =>
	Array.from({ length: messages }, (_, at) => {
		if (at % 2 === 0) return question(from + at / 2);
		const text = answer(from + (at - 1) / 2);
		return at === messages - 1 ? `${text}\n\n${endMark(title)}` : text;
	});

/** What the app stores of a conversation, with a whole hash chain. */
export interface Stored {
	readonly session: Session;
	readonly branches: readonly Branch[];
	readonly exchanges: readonly Exchange[];
}

export function conversation(wanted: Wanted): Stored {
	const { title, messages, from = 0 } = wanted;
	const id = `bench-${title.toLowerCase().replaceAll(' ', '-')}`;
	const at = (seq: number): number => 1_780_000_000_000 + seq * 60_000;
	const session: Session = aSession({ id, title, activeAt: at(from + messages) });
	const said = texts(wanted);
	const exchanges: Exchange[] = [];
	let link = chainStart(id);
	for (let seq = 0; seq < messages / 2; seq++) {
		const turnId = `${id}-${seq}`;
		const asked = [{ type: 'text' as const, text: said[seq * 2] ?? '' }];
		const content = [{ type: 'text' as const, text: said[seq * 2 + 1] ?? '' }];
		const hash = linkTurn(link, turnId, asked);
		link = linkStep(hash, { turnId, index: 0 }, content);
		const place = { sessionId: id, branch: trunk, seq, turnId };
		exchanges.push({
			turn: {
				...place,
				hash,
				asked,
				askedAt: at(seq),
				stamp: 'Friday 2026-05-29',
				source: 'typed'
			},
			steps: [
				{
					...place,
					index: 0,
					hash: link,
					content,
					model: 'claude-scripted-1',
					state: 'complete',
					stopReason: 'end_turn',
					usage: { input: 900, cacheRead: 0, cacheWrite: 0, output: 160 },
					cost: null,
					epoch: 0,
					basis: null,
					startedAt: at(seq),
					endedAt: at(seq) + 900,
					failure: null,
					continues: false,
					results: null,
					resultsHash: null
				}
			]
		});
	}
	const branches = [aBranch({ sessionId: id, headSeq: messages / 2 - 1 })];
	return { session, branches, exchanges };
}

/** A session archive, as the app exports and imports it: JSON lines. */
export function archive(wanted: Wanted): string {
	const lines = archiveLines({ ...conversation(wanted), summaries: [] });
	return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** A long reply in pieces of about one token, ending with its mark. */
export function longReply(tokens: number, title: string): readonly string[] {
	const pieces: string[] = [];
	for (let n = 0; pieces.length < tokens; n++)
		pieces.push(...(`${block(n)}\n\n`.match(/\s*[^\s]{1,4}|\s+/g) ?? []));
	return [...pieces.slice(0, tokens), `\n\n\`\`\`\n\n${endMark(title)}`];
}
