/**
 * Times written as somebody's own browser writes them: `2/3/2026, 10:00:00 AM`, `3.2.2026, 10:00:00`. Which number is the
 * day is nowhere said; one chat was written by one browser, so it is decided once for all of it.
 */
import { timeIn } from '#core/import/fields.ts';

const written =
	/^\s*(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(?:([ap])\.?m\.?)?)?\s*$/i;

type Order = 'day-first' | 'month-first';

const orders: readonly Order[] = ['month-first', 'day-first'];

/** In local time, Unix ms; 0 where it is no such day. */
function readAs(order: Order, text: string): number {
	const [, first, , second, year, hours = '0', minutes = '0', seconds = '0', half] =
		written.exec(text) ?? [];
	const day = Number(order === 'day-first' ? first : second);
	const month = Number(order === 'day-first' ? second : first);
	const hour =
		half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
	const at = new Date(Number(year), month - 1, day, hour, Number(minutes), Number(seconds));
	return at.getMonth() === month - 1 && at.getDate() === day ? at.getTime() : 0;
}

/** Nobody writes dots between the numbers of a date and the month before the day. */
function orderOf(texts: readonly string[], end: number): Order {
	const possible = orders.filter((order) =>
		texts.every(
			(text) => readAs(order, text) > 0 && !(order === 'month-first' && text.includes('.'))
		)
	);
	const [first = 'month-first', other] = possible.length > 0 ? possible : orders;
	if (other === undefined) return first;
	// The last of them was written right before the chat was changed for the last time.
	const away = (order: Order) =>
		Math.abs(end - texts.reduce((last, text) => Math.max(last, readAs(order, text)), 0));
	const nearer = end === 0 ? 0 : away(first) - away(other);
	// Who writes the month first counts the hours to twelve.
	const isLikely = nearer < 0 || (nearer === 0 && texts.some((text) => /m\.?\s*$/i.test(text)));
	return isLikely ? first : other;
}

/**
 * A reader for the times of one chat. `texts`: all of them; `end`: when the chat was changed last, Unix ms, 0 where it is
 * not known. It gives Unix ms, 0 for what is no time.
 */
export function localTimes(texts: readonly string[], end: number): (text: string) => number {
	const own = texts.filter((text) => written.test(text));
	const order = orderOf(own, end);
	return (text) => (written.test(text) ? readAs(order, text) : timeIn({ at: text }, 'at'));
}
