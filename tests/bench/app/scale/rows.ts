/** Which figures of growing stores are reported, with their goals and what the floor had where those were set. */
import type { Row } from '../../driven/report.ts';
import type { Exported } from './export.ts';
import type { Answer, TextSearch } from './search.ts';
import type { Started } from './starts.ts';

const plain = { floor: null, goal: null, quietFloor: null };
export const number = (value: number): string => value.toLocaleString('en-US');

type BySize<T> = ReadonlyMap<number, T>;

/** `goals`: of the largest; `same`: how much longer than an empty start the largest may take. */
export function startRows(
	what: string,
	app: BySize<Started>,
	floor: BySize<Started>,
	goals: { readonly busy: number | null; readonly same: number | null }
): Row[] {
	const largest = Math.max(...app.keys());
	const empty = app.get(0);
	return [...app].flatMap(([size, start]): Row[] => {
		const beside = floor.get(size);
		const name = `start with ${number(size)} ${what}`;
		const rows: Row[] = [
			{
				...plain,
				name: `${name}: composer`,
				unit: 'ms',
				measured: start.composer,
				floor: beside?.composer ?? null
			},
			{
				...plain,
				name: `${name}: main thread until then`,
				unit: 'ms',
				measured: start.busy,
				floor: beside?.busy ?? null
			},
			{ ...plain, name: `${name}: elements`, unit: '', measured: start.elements }
		];
		if (!empty || size === 0) return rows;
		return [
			...rows,
			{
				...plain,
				name: `${name}: main thread above empty`,
				unit: 'ms',
				measured: start.busy - empty.busy,
				goal: size === largest ? goals.busy : null
			},
			{
				...plain,
				name: `${name} : empty`,
				unit: '×',
				measured: start.composer / empty.composer,
				goal: size === largest ? goals.same : null
			}
		];
	});
}

export const answerRows = (
	name: string,
	app: Answer,
	floor: Answer | null,
	goal: number | null
): Row[] => [
	{
		...plain,
		name: `${name}: first result in the page`,
		unit: 'ms',
		measured: app.there,
		floor: floor?.there ?? null,
		goal
	},
	{
		...plain,
		name: `${name}: painted`,
		unit: 'ms',
		measured: app.painted,
		floor: floor?.painted ?? null
	}
];

export const textRows = (
	messages: number,
	app: TextSearch,
	floor: TextSearch | null,
	goal: number | null
): Row[] => {
	const name = `search of ${number(messages)} messages`;
	return [
		...answerRows(`${name}, words of one`, app.rare, floor?.rare ?? null, goal),
		...answerRows(`${name}, a word of many`, app.common, floor?.common ?? null, goal),
		{
			...plain,
			name: `${name}: warm-up`,
			unit: 'ms',
			measured: app.warmUp,
			floor: floor?.warmUp ?? null
		}
	];
};

/** Where the goals were set, the floor took 537 ms. */
export const exportRows = (
	messages: number,
	app: Exported,
	floor: Exported | null,
	isLargest: boolean
): Row[] => {
	const name = `export of ${number(messages)} messages`;
	return [
		{
			name,
			unit: 'ms',
			measured: app.took,
			floor: floor?.took ?? null,
			goal: isLargest ? 1100 : null,
			quietFloor: isLargest ? 537 : null
		},
		{
			...plain,
			name: `${name}: file`,
			unit: 'MB',
			measured: app.file,
			floor: floor?.file ?? null
		},
		{
			...plain,
			name: `${name}: memory beyond what was held`,
			unit: 'MB',
			measured: app.memory,
			floor: floor?.memory ?? null,
			goal: isLargest ? 150 : null
		}
	];
};

/** How many times as long it takes ten times as often. */
export const slopeRow = (name: string, from: number, to: number, decades: number): Row => ({
	...plain,
	name: `${name}: × for ten times as many`,
	unit: '×',
	measured: (to / from) ** (1 / decades)
});
