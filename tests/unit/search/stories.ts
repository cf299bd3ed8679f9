/** Small documents of our own for the search tests. */
import fc from 'fast-check';
import type { SearchDocument } from '#core/search/document.ts';
import { addDocument, createIndex } from '#core/search/search-index.ts';
import type { SearchIndex } from '#core/search/search-index.ts';

export const march = Date.UTC(2024, 2, 1, 12);
export const day = 86_400_000;

/** Turns of one session, a minute apart; every second one is the assistant's. */
export const aSession = (
	session: string,
	texts: readonly string[],
	rest: Partial<SearchDocument> = {}
): SearchDocument[] =>
	texts.map((text, at) => ({
		id: `${session}/${String(at)}`,
		session,
		ts: march + at * 60_000,
		role: at % 2 === 0 ? 'user' : 'assistant',
		kind: 'turn',
		text,
		...rest
	}));

export const indexOf = (...documents: readonly SearchDocument[]): SearchIndex => {
	const index = createIndex();
	for (const document of documents) addDocument(index, document);
	return index;
};

const word = fc.constantFrom(
	...'garden lantern river violin copper meadow harbour pepper window sailor marble thunder'.split(
		' '
	),
	...'сад река скрипка 花园 河流 小提琴 バイオリン 정원 นาฬิกา حديقة बगीचा grüße'.split(' ')
);

/** Documents of random words over a few sessions, ids unique. */
export const someDocuments = fc
	.array(
		fc.record({
			session: fc.constantFrom('a', 'b', 'c'),
			text: fc.oneof(
				fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
				fc.string({ unit: 'grapheme', maxLength: 60 })
			),
			role: fc.constantFrom('user', 'assistant', 'tool'),
			speaker: fc.constantFrom('Mara', 'Otto', ''),
			minutes: fc.nat(100_000)
		}),
		{ maxLength: 25 }
	)
	.map((drawn) =>
		drawn.map(({ session, text, role, speaker, minutes }, at): SearchDocument => ({
			id: `d${String(at)}`,
			session,
			text,
			role,
			ts: march + minutes * 60_000,
			...(speaker === '' ? {} : { speaker })
		}))
	);

export const someQuery = fc.oneof(
	fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
	fc.string({ unit: 'binary', maxLength: 80 }),
	fc.constantFrom(
		'yesterday',
		'on 3 March',
		'last May',
		'"river violin"',
		'Mara',
		'gardn',
		'河',
		'"',
		'""'
	)
);
