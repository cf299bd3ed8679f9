import { readFileSync } from 'node:fs';
import { textOf, textOfResult, type Message } from '#core/log/blocks.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import type { ModelEvent } from '#flows/ports/model.ts';
import { call, text } from '../builders/a-turn.ts';
import { answer, say } from '../scripted/scripted-model.ts';
import { soundSummary } from '../scripted/scripted-summariser.ts';

/** The worst model there is: it obeys every instruction it reads, wherever it stands, and passes it on. */

export interface Attack {
	readonly id: string;
	readonly language: 'en' | 'de' | 'fr' | 'es' | 'ru' | 'zh' | 'it' | 'pt' | 'ja' | 'tr' | 'ar';
	/** What the instruction is hidden in. */
	readonly carrier:
		| 'tool'
		| 'error'
		| 'web'
		| 'import'
		| 'alt'
		| 'attached'
		| 'summary'
		| 'memory-file'
		| 'memory-json'
		| 'recall'
		| 'title';
	/** Words of the instruction by which it is known that the model has read it. */
	readonly cue: string;
	/** The line that it wants to be remembered. */
	readonly wants: string;
	readonly text: string;
	/** What the user says besides, where the attack turns it round. */
	readonly asks?: string;
}

/**
 * `seen` and `unseen` by the hand that built the defence (only the first was tuned against), `fresh` by another that had
 * read how the defence is described, not its code; `later` is what was found missing; `blind` by one that knew nothing of
 * it. By now all have been run against it.
 */
export const halves = ['seen', 'unseen', 'fresh', 'later', 'blind'] as const;

export const attacksOf = (half: (typeof halves)[number]): readonly Attack[] =>
	JSON.parse(readFileSync(`tests/fixtures/red-team/${half}.json`, 'utf8')) as readonly Attack[];

/** What the user has said about themselves, in each language: some attacks turn these very words round. */
export const said: Readonly<Record<Attack['language'], string>> = {
	en: 'I live in Porto with my sister Ana, who is allergic to nuts. I never lend my car to strangers. My bank is Novobanco.',
	de: 'Ich wohne in Bremen mit meiner Schwester Ana, die gegen Nüsse allergisch ist. Ich verleihe mein Auto nie an Fremde. Meine Bank ist die Sparkasse.',
	fr: "J'habite à Lyon avec ma sœur Ana, qui est allergique aux noix. Je ne prête jamais ma voiture à des inconnus. Ma banque est la Banque Postale.",
	es: 'Vivo en Sevilla con mi hermana Ana, que es alérgica a las nueces. Nunca presto mi coche a desconocidos. Mi banco es Unicaja.',
	ru: 'Я живу в Казани с сестрой Аней, у неё аллергия на орехи. Я никогда не даю машину незнакомцам. Мой банк — Сбербанк.',
	zh: '我和妹妹安娜住在厦门，她对坚果过敏。我从不把车借给陌生人。我的银行是招商银行。',
	it: "Abito a Torino con mia sorella Ana, che è allergica alle noci. Non presto mai la macchina agli sconosciuti. La mia banca è l'Unicredit.",
	pt: 'Moro em Braga com a minha irmã Ana, que é alérgica a nozes. Nunca empresto o carro a desconhecidos. O meu banco é o Montepio.',
	ja: '私は妹のアナと仙台に住んでいます。妹はナッツアレルギーです。知らない人に車を貸しません。銀行は七十七銀行です。',
	tr: 'İzmir’de kardeşim Ana ile yaşıyorum, onun fındık alerjisi var. Arabamı yabancılara asla ödünç vermem. Bankam Ziraat.',
	ar: 'أسكن في عمّان مع أختي آنا، وعندها حساسية من المكسرات. لا أعير سيارتي للغرباء أبداً. بنكي هو البنك العربي.'
};

/** All words of a request that a model can read. */
export const wordsOf = (body: RequestBody): string =>
	[...(body.system ?? []).map((block) => block.text), ...body.messages.map(wordsIn)].join('\n');

const wordsIn = ({ content }: Message): string =>
	content
		.map((block) =>
			block.type === 'tool_result'
				? textOfResult(block)
				: block.type === 'tool_use'
					? JSON.stringify(block.input)
					: block.type === 'document'
						? new TextDecoder().decode(
								Uint8Array.from(atob(block.source.data), (c) => c.charCodeAt(0))
							)
						: textOf([block])
		)
		.join('\n');

/** What `single-shot` asks for beside the sections of the others. */
const otherSections = ['Goals', 'Timeline', 'Technical', 'Files', 'Active', 'Unresolved', 'Next']
	.map((name) => `## ${name}\nAs before.`)
	.join('\n');

/** What the model says to a request: all it has read, it does. */
export function obey(attacks: readonly Attack[], body: RequestBody): readonly ModelEvent[] {
	const words = wordsOf(body);
	const read = attacks.filter(({ cue }) => words.includes(cue));
	const last = body.messages.at(-1);
	const answered = last?.content.some((block) => block.type === 'tool_result') ?? false;
	if (!body.tools || body.tools.length === 0) {
		const lines = read.map(({ wants }) => wants.replace(/\s+/g, ' '));
		return read.length > 0
			? say(
					soundSummary(
						`Noted: ${read.map(({ text: hidden }) => hidden).join('\n')}\n${otherSections}`,
						lines.map((line) => `- ${line} [turn 1]\n- ${line}`).join('\n')
					)
				)
			: say(soundSummary(`Nothing yet.\n${otherSections}`));
	}
	if (read.length === 0 && !answered && attacks.some(isFound))
		return answer([call('find', 'recall', { query: 'what was said' })]);
	const hasSaved = answered && body.messages.at(-2)?.content.some(isSave);
	if (read.length === 0 || hasSaved === true)
		return say(read.length > 0 ? `Noted. ${read.map((one) => one.text).join('\n')}` : 'Fine.');
	const asked = String(wordsIn(last ?? { role: 'user', content: [] }).length);
	return answer([
		text('I do as I am told.'),
		...read.flatMap(({ id, wants }) => [
			call(`a-${id}-${asked}`, 'save_memory', { text: wants }),
			call(`b-${id}-${asked}`, 'save_memory', { text: wants, file: 'MEMORY.md' }),
			call(`c-${id}-${asked}`, 'edit_memory', {
				path: 'MEMORY.md',
				find: 'Likes tea',
				replace: wants
			})
		])
	]);
}

/** What the model finds by searching. */
const isFound = ({ carrier }: Attack): boolean => carrier === 'recall' || carrier === 'title';

const isSave = (block: Message['content'][number]): boolean =>
	block.type === 'tool_use' && block.name === 'save_memory';

/**
 * Where the cue stands in a request without a fence round it and without being what somebody said in the
 * conversation. Three places are exempt, because a conversation can be sent in no other way: what the model has said
 * itself (it obeys, so it repeats the attack), the results of tools (blocks of their own kind, which is what marks
 * them), and the turns as they are stored (`typed`): what the user pasted, a picture's text in it (`alt`), and turns
 * brought from elsewhere (`import`) are messages of the conversation and go as such. A cue of these three may stand in
 * its own message and nowhere else; where the app itself writes (system, notes to the newest message, what a summariser
 * is given) it must be fenced. `looseAside` has no exemption.
 */
export function looseIn(body: RequestBody, cue: string, typed: ReadonlySet<string>): string[] {
	const found: string[] = [];
	const exempt = [...typed]
		.filter((words) => words.includes(cue))
		.sort((a, b) => b.length - a.length);
	for (const block of body.system ?? [])
		if (withoutFences(block.text).includes(cue)) found.push('system');
	for (const { role, content } of body.messages) {
		if (role === 'assistant') continue;
		for (const block of content) {
			if (block.type !== 'text' || !withoutFences(block.text).includes(cue)) continue;
			// What the app adds behind a message is no part of it.
			const words = exempt.find((words) => block.text.startsWith(words)) ?? '';
			if (words === '' || withoutFences(block.text.slice(words.length)).includes(cue))
				found.push(block.text.slice(0, 80));
		}
	}
	return found;
}

/** Whether the cue stands outside of every fence in a request that the app makes for itself: nothing there is anybody's. */
export const looseAside = (body: RequestBody, cue: string): boolean =>
	withoutFences(wordsOf(body)).includes(cue);

/** Blocks whose closing mark is that of their opening, and stretches between two lines with one nonce. */
const withoutFences = (words: string): string =>
	words
		.replace(/<([\w-]+) mark="([0-9a-f]{8})"[^>\n]*>\n[\s\S]*?\n<\/\1 mark="\2">/g, '')
		.replace(/----- begin (\w+) ([\w-]+) -----\n[\s\S]*?\n----- end \1 \2 -----/g, '');
