import type { SettingToTake } from '#core/backup/import-preview.ts';
import * as format from './format.ts';
import { words } from './all-words.ts';

/** What a setting of a file would decide, in a sentence. */

const known = words.files.decisions;

/** Enough to see what a text is about. */
const shown = 500;

/** `value` has been checked to be of the kind the setting has. */
export function decisionText({ key, value }: SettingToTake): string {
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	switch (key) {
		case 'endpoint':
			return known.endpoint(text);
		case 'authHeader':
			return known.authHeader(text);
		case 'systemText':
			return known.systemText(text.slice(0, shown));
		case 'prompts':
		case 'customPresets':
		case 'models':
			return known[key](namesIn(value));
		case 'agreedModels':
			return known.agreedModels(namesIn(value));
		case 'reviewMemories':
		case 'reviewSummaries': {
			const rules: Readonly<Record<string, string>> = known[key];
			return rules[text] ?? known.other({ key, value: text });
		}
		case 'backgroundDrafts':
			return value === 'yes' ? known.backgroundDrafts : known.other({ key, value: text });
		default:
			return known.other({ key, value: text.slice(0, shown) });
	}
}

const namesIn = (value: unknown): string =>
	typeof value === 'object' && value !== null
		? format.listed(Array.isArray(value) ? value.map(String) : Object.keys(value))
		: '';
