/** Lets an outsider measure the search: JSON lines in, one answer a line out, over the code that ships. */
import { kinds, roles } from '#core/search/document.ts';
import type { SearchDocument } from '#core/search/document.ts';
import { addDocument, createIndex } from '#core/search/search-index.ts';
import { search } from '#core/search/search.ts';
import { serialise } from '#core/search/stored-index.ts';
import { answerLines, isFields, readText } from './json-lines/lines.ts';

/** A time as an ISO date or as milliseconds. */
const readTime = (value: unknown, name: string): number => {
	const time = typeof value === 'string' ? Date.parse(value) : Number(value);
	if (value === null || !Number.isFinite(time))
		throw new TypeError(`"${name}" must be an ISO date`);
	return time;
};

const readDocument = (value: unknown): SearchDocument => {
	if (!isFields(value)) throw new TypeError('each of "docs" must be an object');
	const role = roles.find((known) => known === value['role']);
	const kind = kinds.find((known) => known === value['kind']);
	const speaker = value['speaker'];
	return {
		id: readText(value, 'id'),
		text: readText(value, 'text'),
		session: typeof value['session'] === 'string' ? value['session'] : '',
		ts: value['ts'] === undefined || value['ts'] === null ? 0 : readTime(value['ts'], 'ts'),
		...(typeof speaker === 'string' ? { speaker } : {}),
		...(role ? { role } : {}),
		...(kind ? { kind } : {})
	};
};

let index = createIndex();

await answerLines((request) => {
	switch (request['op']) {
		case 'index': {
			const documents = request['docs'];
			if (!Array.isArray(documents)) throw new TypeError('"docs" must be a list');
			const read = documents.map(readDocument);
			index = createIndex();
			for (const document of read) addDocument(index, document);
			return { ok: true };
		}
		case 'search': {
			const k = request['k'];
			const now = request['now'];
			const hits = search(index, readText(request, 'q'), {
				k: typeof k === 'number' && Number.isFinite(k) ? k : 10,
				...(now === undefined || now === null ? {} : { now: readTime(now, 'now') })
			});
			return { hits: hits.map(({ id, score }) => ({ id, score })) };
		}
		case 'size':
			return { bytes: serialise(index).length };
		default:
			throw new TypeError('"op" must be index, search or size');
	}
});
