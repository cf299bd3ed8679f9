import type { PresetReason } from '#core/presets/check.ts';
import type { PresetField } from '#core/presets/fields.ts';
import * as format from '../words/format.ts';
import { words } from '../words/all-words.ts';
import { isBare } from './read-field.ts';

/** A field of a preset in words: its name, and its value where it can only be looked at. */

const told = words.presets;

export const labelOf = ({ path, control }: PresetField): string => {
	const label = told.fields[path]?.label ?? path;
	return control.type === 'share' && !isBare(path) ? told.inPercent(label) : label;
};

/** What a check says, with the fields called as they are on screen. */
export const reasonText = (reason: PresetReason): string =>
	told.reason(reason, (path) => {
		const field = told.fields[path];
		return field ? `“${field.label}”` : path;
	});

const named = (path: string, value: string): string => told.values[path]?.[value] ?? value;

export function shownValue({ path, control }: PresetField, value: unknown): string {
	switch (control.type) {
		case 'flag':
			return value === true ? told.yes : told.no;
		case 'choice':
			return named(path, String(value));
		case 'ladder':
			return Array.isArray(value) ? value.map((step) => named(path, String(step))).join(' → ') : '';
		case 'model':
			return value === 'session' || value === 'cheap' ? told.models[value] : String(value);
		case 'text':
			return value === '' ? told.empty : String(value);
		case 'share':
		case 'count':
			if (typeof value !== 'number') return told.empty;
			if (control.type === 'count') return format.number(value);
			return isBare(path) ? String(value) : format.percent(value);
		case 'words':
			return typeof value === 'string' ? value : told.empty;
	}
}
