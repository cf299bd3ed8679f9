import type { ModelCard, TakenThinking } from '#core/models/model-card.ts';
import { rowsIn, type Row } from '#core/json.ts';
import { fieldsOf, nameAt, numberOf, textAt } from '#model/fields.ts';

/** Reads the Models API: windows are looked up, and what an endpoint does not say stays unknown. */

/** One page of models, or null when it is no list of models. */
interface ModelPage {
	readonly cards: readonly ModelCard[];
	/** Id to go on after, or null on the last page. */
	readonly after: string | null;
	/** As Anthropic writes it; most others write theirs as OpenAI does. */
	readonly isOwn: boolean;
}

/** Other servers of this wire name the window in their own way; the first that is there counts. */
const windowNames = ['max_input_tokens', 'context_length', 'max_model_len'];
const outputNames = ['max_tokens', 'max_output_tokens'];

export function readModelPage(body: unknown, lookedUpAt: number): ModelPage | null {
	const fields = fieldsOf(body);
	if (!fields || !Array.isArray(fields['data'])) return null;
	const listed = rowsIn(fields, 'data');
	const isOwn = listed[0]?.['type'] === 'model';
	const cards = listed.map((model) => cardOf(model, lookedUpAt)).filter((card) => card !== null);
	const last = textAt(fields, 'last_id');
	return { cards, after: fields['has_more'] === true ? last : null, isOwn };
}

function cardOf(model: Row, lookedUpAt: number): ModelCard | null {
	const id = nameAt(model, 'id');
	// What is cut is no id any more.
	if (id === null || id === '' || id !== model['id']) return null;
	const window = firstOf(model, windowNames);
	const maxOutput = firstOf(model, outputNames);
	return {
		id,
		name: nameAt(model, 'display_name') ?? nameAt(model, 'name') ?? id,
		window,
		maxOutput,
		// The API names no prices; an unknown price is shown as unknown, never as 0.
		prices: null,
		priceStep: null,
		windowBy: window === null ? 'unknown' : 'api',
		outputBy: maxOutput === null ? 'unknown' : 'api',
		...thinkingIn(model),
		lookedUpAt
	};
}

/** Other servers say nothing of it, or not in this way. */
function thinkingIn(model: Row): Pick<ModelCard, 'thinking'> {
	const types = fieldsOf(fieldsOf(fieldsOf(model['capabilities'])?.['thinking'])?.['types']);
	if (!types) return {};
	const taken = (type: keyof TakenThinking): boolean | null => {
		const supported = fieldsOf(types[type])?.['supported'];
		return typeof supported === 'boolean' ? supported : null;
	};
	return { thinking: { adaptive: taken('adaptive'), disabled: taken('disabled') } };
}

function firstOf(model: Row, names: readonly string[]): number | null {
	for (const name of names) {
		const value = numberOf(model[name]);
		if (value !== null && value > 0) return value;
	}
	return null;
}
