import { describe, expect, test } from 'vitest';
import { search } from '#core/search/search.ts';
import { isOneEdit } from '#core/search/terms/edits.ts';
import { indexOf } from '../stories.ts';

test('one edit is one letter more, less, other or two swapped', () => {
	for (const other of ['kettle', 'ketle', 'kettles', 'kattle', 'ekttle']) {
		expect(isOneEdit('kettle', other)).toBe(true);
	}
	for (const other of ['kettless', 'kat', 'ettlek', 'kttel'])
		expect(isOneEdit('kettle', other)).toBe(false);
});

describe('other languages', () => {
	const lines: readonly (readonly [string, string, string, string])[] = [
		['zh', '我昨天在图书馆看了一本小说', '图书馆', '图书官'],
		['ja', '週末に京都でバイオリンを買いました', 'バイオリン', 'バイオレン'],
		['ko', '주말에 도서관에서 책을 읽었다', '도서관', '도서괸'],
		['th', 'เมื่อวานฉันไปซื้อนาฬิกาที่ตลาด', 'นาฬิกา', 'นาฬิกี'],
		['ar', 'اشتريت ساعة جديدة من السوق', 'ساعه جديدة', 'السوف'],
		['ru', 'Вчера я купил новую скрипку', 'скрипку', 'скрыпку'],
		['hi', 'मैंने बाज़ार से नई घड़ी खरीदी', 'बाजार', 'खरिदी'],
		['de', 'Die Tür zur Küche knarrt schon wieder', 'Kueche', 'Kpche']
	];
	const index = indexOf(...lines.map(([id, text]) => ({ id, session: id, ts: 0, text })));

	test.each(lines)('%s: a word finds its sentence, also misspelt', (id, _, word, misspelt) => {
		expect(search(index, word)[0]?.id).toBe(id);
		expect(search(index, misspelt)[0]?.id).toBe(id);
	});
});
