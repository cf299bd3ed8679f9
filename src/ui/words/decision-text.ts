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
			return rules[text] ?? fieldText(key, text);
		}
		case 'backgroundDrafts':
			return value === 'yes' ? known.backgroundDrafts : fieldText(key, text);
		default:
			return fieldText(key, text.slice(0, shown));
	}
}

type Named = Readonly<Record<string, string | undefined>>;

/** Whatever has no sentence of its own: as the settings page calls it, and what would be chosen there. */
function fieldText(key: string, text: string): string {
	const { settings } = words;
	const fields: Readonly<
		Record<string, { readonly label: string; readonly values?: Named } | undefined>
	> = settings.fields;
	const labels: Named = {
		model: settings.model,
		preset: settings.preset,
		automaticCompaction: settings.automatic,
		contextCap: settings.contextCap,
		dayLimit: settings.dayLimit
	};
	const values: Named = {
		...(key === 'preset' ? settings.presets : fields[key]?.values),
		true: words.inspector.policy.on,
		false: words.inspector.policy.off,
		null: words.presets.empty
	};
	return known.other({
		key: fields[key]?.label ?? labels[key] ?? key,
		value: (Object.hasOwn(values, text) && values[text]) || text
	});
}

const namesIn = (value: unknown): string =>
	typeof value === 'object' && value !== null
		? format.listed(Array.isArray(value) ? value.map(String) : Object.keys(value))
		: '';
