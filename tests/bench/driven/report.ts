/** The table: what was measured, the floor of the same run, and the goal. */

export interface Row {
	readonly name: string;
	readonly unit: string;
	readonly measured: number;
	/** The floor page in the same run, or null where it has no such figure. */
	readonly floor: number | null;
	readonly goal: number | null;
	/** What the floor measured where the goals were set, on a quiet machine. */
	readonly quietFloor: number | null;
	/** More is better, as with frames a second. */
	readonly moreIsBetter?: boolean;
}

export interface Judged extends Row {
	/** Measured : floor of this run. */
	readonly ratio: number | null;
	/** Goal : floor of the quiet machine; what `ratio` is to be compared with on a loaded one. */
	readonly goalRatio: number | null;
	readonly met: 'yes' | 'by ratio' | 'no' | '';
}

const over = (value: number | null, by: number | null): number | null =>
	value === null || by === null || by === 0 ? null : value / by;

export function judge(row: Row): Judged {
	const ratio = over(row.measured, row.floor);
	const goalRatio = over(row.goal, row.quietFloor);
	const holds = (value: number, goal: number): boolean =>
		row.moreIsBetter === true ? value >= goal : value <= goal;
	const met =
		row.goal === null
			? ''
			: holds(row.measured, row.goal)
				? 'yes'
				: ratio !== null && goalRatio !== null && holds(ratio, goalRatio)
					? 'by ratio'
					: 'no';
	return { ...row, ratio, goalRatio, met };
}

const figure = (value: number | null, times = false): string => {
	if (value === null) return '';
	const digits = value === 0 || value >= 100 ? 0 : value >= 10 && !times ? 1 : 2;
	return `${value.toFixed(digits)}${times ? '×' : ''}`;
};

/** As Markdown, so that it can be pasted into the documents as it is. */
export function table(rows: readonly Judged[]): string {
	const lines = rows.map(
		({ name, unit, measured, goal, met, floor, ratio, goalRatio }) =>
			`| ${name}, ${unit} | ${figure(measured)} | ${figure(goal)} | ${met} | ${figure(floor)} | ${figure(ratio, true)} | ${figure(goalRatio, true)} |`
	);
	return [
		'| | measured | goal | met | floor, same run | × floor | goal × floor |',
		'|---|--:|--:|---|--:|--:|--:|',
		...lines
	].join('\n');
}
