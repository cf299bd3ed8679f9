import { knownAlready, savedIn } from '#core/desk/save-answer.ts';
import { headOfWords } from '#core/text/excerpt.ts';
import { isUnread } from '#core/search/unread.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { intentOf } from '#model/device/intent.ts';
import {
	bestPassages,
	datesIn,
	daysAskedFor,
	repeatsQuestion,
	sentencesOf,
	shorten,
	standsAlone,
	type DevicePassage,
	type Source
} from '#model/device/passages.ts';
import { hitsWithoutOurs, withoutOurs } from '#model/device/own-phrases.ts';
import { phrasesFor, type Phrases } from '#model/device/phrases.ts';
import { readRequest, type DeviceRequest } from '#model/device/read-request.ts';
import { addressOf, hitsIn } from '#model/device/recalled.ts';

/** Decides what the on-device answerer does with a request: call a tool, or quote what was found. Pure. */

export type DeviceAnswer =
	| { readonly kind: 'say'; readonly text: string }
	| {
			readonly kind: 'call';
			readonly name: string;
			readonly input: Readonly<Record<string, string | number>>;
	  };

/** Quotations and memory lines in one answer, hits asked for, characters of a search. */
const most = { quotes: 4, lines: 12, hits: 8, query: 400 };

export function answerOnDevice(body: RequestBody, locale: string): DeviceAnswer {
	const asked = readRequest(body, locale);
	const phrases = phrasesFor(asked.question);
	const say = (...parts: readonly string[]): DeviceAnswer => ({
		kind: 'say',
		text: parts.join('\n\n')
	});
	const unseen = asked.hasPictures ? [phrases.cannotSee] : [];
	const tell = (...parts: readonly string[]) => say(phrases.ours, ...unseen, ...parts);
	const show = (...parts: readonly string[]) => say(phrases.head, ...unseen, ...parts);
	if (asked.question === '') {
		const begun = filesOf(asked).flatMap(firstOf('')).slice(0, most.quotes);
		if (begun.length > 0) return show(phrases.filed, listed(begun));
		return asked.hasPictures ? tell() : tell(phrases.noWords);
	}
	const intent = intentOf(asked.question);
	const alsoForgets = intent.kind === 'remember' && intent.forgets ? [phrases.forget] : [];
	const saved = asked.answered.findLast(({ call }) => call.name === 'save_memory');
	if (saved) {
		if (saved.isError)
			return tell(
				phrases.notNoted,
				`> ${escape(headOfWords(saved.text, 300)).replace(/\s+/g, ' ')}`,
				...alsoForgets
			);
		if (saved.text.startsWith(knownAlready)) return tell(phrases.notedAlready, ...alsoForgets);
		const fact = saved.call.input['text'];
		const told = saved.text.startsWith(savedIn) ? phrases.saved : phrases.noted;
		return tell(told(escape(typeof fact === 'string' ? fact : '')), ...alsoForgets);
	}
	const recalled = asked.answered.filter(({ call }) => call.name === 'recall');
	if (recalled.length > 0) {
		const hits = hitsWithoutOurs(
			recalled.flatMap(({ text, isError }) => (isError ? [] : hitsIn(text, phrases.labels)))
		);
		const lack = lackOf(recalled, phrases);
		// A day is spoken of on other days too.
		if (hits.length === 0 && lack === null && !isWidened(asked)) return recallOf(asked);
		return show(...quoted(asked, hits, phrases, lack));
	}
	if (intent.kind === 'hello') return tell(phrases.hello);
	if (intent.kind === 'thanks') return say(...unseen, phrases.welcome);
	if (intent.kind === 'forget') return tell(phrases.forget);
	if (intent.kind === 'memory') return show(...remembered(asked, phrases));
	if (intent.kind === 'remember' && asked.tools.has('save_memory'))
		return { kind: 'call', name: 'save_memory', input: { text: intent.fact } };
	if (alsoForgets.length > 0) return tell(...alsoForgets);
	if (asked.tools.has('recall')) return recallOf(asked, daysAskedFor(asked.question, asked));
	return show(phrases.noSearch, ...quoted(asked, [], phrases));
}

const recallOf = (
	asked: DeviceRequest,
	days: ReturnType<typeof daysAskedFor> = null
): DeviceAnswer => ({
	kind: 'call',
	name: 'recall',
	input: { query: queryOf(asked), limit: most.hits, ...days }
});

/** Whether a search has looked at every day. */
const isWidened = ({ answered }: DeviceRequest): boolean =>
	answered.some(({ call }) => call.name === 'recall' && !('from' in call.input));

/** A question that says little by itself is asked together with the one before it. */
function queryOf({ question, before }: DeviceRequest): string {
	const alone = standsAlone(question) || before === '';
	return headOfWords(alone ? question : `${before}\n${question}`, most.query);
}

/** What came along of the memory files, line by line. */
function remembered(asked: DeviceRequest, phrases: Phrases): readonly string[] {
	const lines = asked.memory.flatMap(({ path, text }) =>
		text
			.split('\n')
			.filter((line) => !/^\s*#+(?:\s|$)/.test(line))
			.flatMap(sentencesOfLine)
			.map(
				(line) =>
					`- “${withBold(escape(shorten(line, '')))}” — [${escape(path)}](${addressOf(path)})`
			)
	);
	const shown = lines.slice(0, most.lines);
	return shown.length === 0
		? [phrases.emptyMemory]
		: [phrases.remembered, shown.join('\n'), phrases.allMemory];
}

/** A line without its bullet; nothing where it says nothing. */
const sentencesOfLine = (line: string): readonly string[] => {
	const text = line.replace(/^\s*[-*+]\s+/, '').trim();
	return text === '' ? [] : [text];
};

/** What a search did not come to: "I found nothing" would be said of what nobody has read. */
function lackOf(recalled: DeviceRequest['answered'], phrases: Phrases): string | null {
	if (recalled.every(({ isError }) => isError)) return phrases.notSearched;
	return recalled.some(({ text }) => isUnread(text)) ? phrases.stillReading : null;
}

function quoted(
	asked: DeviceRequest,
	hits: readonly Source[],
	phrases: Phrases,
	lack: string | null = null
): readonly string[] {
	const also = lack === null ? [] : [lack];
	const days = daysAskedFor(asked.question, asked);
	if (days && !isWidened(asked)) {
		const then = hits.flatMap(firstOf(asked.question)).slice(0, most.quotes);
		if (then.length > 0) return [phrases.then, listed(then), ...also];
	}
	const query = days ? datesIn(asked.question, asked.now) : queryOf(asked);
	const sources = [
		...filesOf(asked),
		...memorySources(asked),
		...hits,
		...referenceSources(asked, phrases)
	].flatMap((source) => withoutOurs(source) ?? []);
	const passages = bestPassages(query, sources, {
		most: most.quotes,
		except: asked.question
	});
	if (days) {
		const named = passages.filter(({ share }) => share === 1);
		if (named.length > 0) return [phrases.found, listed(named), ...also];
		return [lack ?? phrases.nothingThen];
	}
	if (passages[0]?.mayAnswer) return [phrases.found, listed(passages), ...also];
	// A hit was found by more than whole words (spelling, dates, neighbours): it is shown as what it is, unless it may
	// have been found by what we said there ourselves.
	const others = hits.filter(({ isCut }) => !isCut).flatMap(firstOf(asked.question));
	const closest = passages.length > 0 ? passages : others.slice(0, 2);
	if (closest.length > 0) return [phrases.closest, listed(closest), ...also, phrases.beyond];
	const maySave = asked.tools.has('save_memory') && !isQuestion(asked.question);
	return [lack ?? phrases.nothing, ...(maySave ? [phrases.told] : [])];
}

const isQuestion = (text: string): boolean => /[?？]\s*$/.test(text);

/** Files of this conversation stand beside the question, so they are asked first. */
const filesOf = (asked: DeviceRequest): readonly Source[] =>
	asked.files.map(({ path, text }) => ({ label: path, link: null, text, trust: 1 }));

const memorySources = (asked: DeviceRequest): readonly Source[] =>
	asked.memory.map(({ path, text }) => ({
		label: path,
		link: addressOf(path),
		text,
		trust: 0.9
	}));

/** By the fence it stands in. */
function labelOf(tag: string, { labels }: Phrases): string {
	switch (tag) {
		case 'pinned':
			return labels.pinned;
		case 'first-request':
			return labels.firstRequest;
		case 'anchors':
			return labels.anchors;
		default:
			return labels.summary;
	}
}

/** What came with the request but has no address of its own. */
const referenceSources = (asked: DeviceRequest, phrases: Phrases): readonly Source[] => [
	...asked.reference.map(({ path, text }) => ({
		label: labelOf(path, phrases),
		link: null,
		text,
		trust: 0.3
	})),
	...asked.earlier.map((text) => ({ label: phrases.labels.earlier, link: null, text, trust: 0.3 }))
];

/** The first sentence of a hit that is not the question itself. */
const firstOf =
	(query: string) =>
	(source: Source): readonly DevicePassage[] => {
		const sentence = sentencesOf(source.text).find((one) => !repeatsQuestion(one, query));
		return sentence === undefined
			? []
			: [{ quote: shorten(sentence, query), source, share: 0, mayAnswer: false }];
	};

const listed = (passages: readonly DevicePassage[]): string =>
	passages
		.map((passage) => `- “${withBold(escape(passage.quote))}” — ${citation(passage.source)}`)
		.join('\n');

const citation = ({ label, link }: Source): string =>
	link === null ? escape(label) : `[${escape(label)}](${link})`;

/**
 * Text of others is quoted as it is: it makes no links, images, code, entities, formulas or markup of its own. A bracket
 * behind a backslash would begin a formula.
 */
const escape = (text: string): string =>
	text.replace(/[\\\]<>`*_~&@$]|:(?=\/\/)|(?<=\bwww)\./gi, '\\$&').replaceAll('[', '&#91;');

/** What was bold where it stands may be: the words stay what they were, and forgetting finds them by those. */
const withBold = (escaped: string): string =>
	escaped.replace(/(?<![\w*])\\\*\\\*(?=\S)([^*]+)(?<=\S)\\\*\\\*(?![\w*])/g, '**$1**');
