/** Local days and times of the user's zone: never derived from UTC text, which is wrong near midnight. */

/** `YYYY-MM-DD` of an instant (Unix ms) in a zone. */
export function dayAt(at: number, zone: string): string {
	const parts = partsAt(at, zone);
	return `${parts.year}-${parts.month}-${parts.day}`;
}

/** `HH:MM` of an instant in a zone. */
export function timeAt(at: number, zone: string): string {
	const parts = partsAt(at, zone);
	return `${parts.hour}:${parts.minute}`;
}

/** Hour of the local day, 0–23. */
export const hourAt = (at: number, zone: string): number => Number(partsAt(at, zone).hour);

const formats = new Map<string, Intl.DateTimeFormat>();

function partsAt(at: number, zone: string) {
	let format = formats.get(zone);
	if (!format) {
		format = new Intl.DateTimeFormat('en-GB', {
			timeZone: zone,
			year: 'numeric',
			month: '2-digit',
			day: '2-digit',
			hour: '2-digit',
			minute: '2-digit',
			hourCycle: 'h23'
		});
		formats.set(zone, format);
	}
	const found = Object.fromEntries(
		format.formatToParts(at).map(({ type, value }) => [type, value])
	);
	return {
		year: found['year'] ?? '',
		month: found['month'] ?? '',
		day: found['day'] ?? '',
		hour: found['hour'] ?? '',
		minute: found['minute'] ?? ''
	};
}

/** The day before a day: calendar arithmetic, so daylight saving cannot shift it. */
export function dayBefore(day: string, count = 1): string {
	const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
	return new Date(Date.UTC(year, month - 1, date - count)).toISOString().slice(0, 10);
}
