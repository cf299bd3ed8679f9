/** What the page has said was saved, as far as it was heard outside before the kill: never more than it said. */
import type { Page } from '@playwright/test';

export interface Promises {
	/** Numbers of messages that stood in the conversation. */
	readonly asked: Set<number>;
	/** Numbers of messages whose reply was there to its end. */
	readonly answered: Set<number>;
	/** For each reply, when so many words of it were on screen. */
	readonly shown: Map<number, { readonly at: number; readonly words: number }[]>;
	/** Numbers of messages whose reply is known to have been interrupted. */
	readonly broken: Set<number>;
	/** Texts of the memory file: the last one that was acknowledged, and what was on its way. */
	memory: { saved: string; readonly tried: string[] };
	/** Titles of the chats of imports that ended, with how many turns each has. */
	readonly imported: Map<string, number>;
	/** Imports that were begun, so that none of their chats may be there in part. */
	readonly importing: Map<string, number>;
	/** Sessions whose reset was told. */
	readonly ended: Set<string>;
	/** `session round` of summaries whose card stood in the conversation. */
	readonly summaries: Set<string>;
}

export const noPromises = (): Promises => ({
	asked: new Set(),
	answered: new Set(),
	shown: new Map(),
	broken: new Set(),
	memory: { saved: '', tried: [] },
	imported: new Map(),
	importing: new Map(),
	ended: new Set(),
	summaries: new Set()
});

interface Seen {
	readonly at: number;
	readonly session: string;
	readonly asked: readonly number[];
	readonly words: readonly (readonly [number, number])[];
	readonly rounds: readonly number[];
}

/** Looks at the conversation every 25 ms and tells what is new in it. */
function look(): void {
	let last = '';
	setInterval(() => {
		const asked: number[] = [];
		const words = new Map<number, number>();
		const rounds: number[] = [];
		for (const article of document.querySelectorAll('[role=log] article')) {
			const label = document.getElementById(article.getAttribute('aria-labelledby') ?? '');
			const name = (label?.textContent ?? '').trim();
			const text = article.textContent;
			const question = /\bask-(\d+)\b/.exec(text)?.[1];
			if (name.startsWith('You') && question !== undefined) asked.push(Number(question));
			for (const [, number, word] of text.matchAll(/\br(\d+)-(\d+)\b/g))
				words.set(Number(number), Math.max(words.get(Number(number)) ?? 0, Number(word)));
			const round = /^Summary of earlier messages, round (\d+)/.exec(name)?.[1];
			if (round !== undefined) rounds.push(Number(round));
		}
		const session = /\/chat\/([^/#]+)/.exec(location.pathname)?.[1] ?? '';
		const seen = { session, asked, words: [...words], rounds };
		const now = JSON.stringify(seen);
		const tell = (window as unknown as { heard?: (seen: Seen) => void }).heard;
		if (now === last || !tell) return;
		last = now;
		tell({ ...seen, at: Date.now() });
	}, 25);
}

/** Listen to a page for as long as it lives. */
export async function listen(page: Page, promises: Promises): Promise<void> {
	await page.exposeFunction('heard', ({ at, session, asked, words, rounds }: Seen) => {
		for (const number of asked) promises.asked.add(number);
		for (const [number, count] of words) {
			const list = promises.shown.get(number) ?? [];
			if ((list.at(-1)?.words ?? 0) < count) list.push({ at, words: count });
			promises.shown.set(number, list);
		}
		if (session !== '') for (const round of rounds) promises.summaries.add(`${session} ${round}`);
	});
	await page.addInitScript(look);
}
