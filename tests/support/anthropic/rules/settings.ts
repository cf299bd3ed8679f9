/** The fields of a body beside its words: limits, thinking, sampling and the smaller ones. */
import { badRequest } from '../errors.ts';
import type { ScriptedModel } from '../models.ts';
import type { Fields } from '../wire.ts';
import { checkCacheMark } from './cache-marks.ts';
import { checkInteger, checkKnown, checkOneOf, fieldsAt, listAt, stringAt } from './fields.ts';

const COUNTED = [
	'messages',
	'model',
	'cache_control',
	'output_config',
	'speed',
	'system',
	'thinking',
	'tool_choice',
	'tools'
];
const ASKED = [
	...COUNTED,
	'max_tokens',
	'container',
	'diagnostics',
	'inference_geo',
	'metadata',
	'service_tier',
	'stop_sequences',
	'stream',
	'temperature',
	'top_p',
	'top_k'
];
const SAMPLING = ['temperature', 'top_p', 'top_k'] as const;

export function checkTopLevel(body: Fields, counting: boolean): void {
	checkKnown('', body, counting ? COUNTED : ASKED);
	checkCacheMark('cache_control', body['cache_control']);
	if (!counting && body['max_tokens'] === undefined) throw badRequest('max_tokens: Field required');
	if (body['stream'] !== undefined && typeof body['stream'] !== 'boolean')
		throw badRequest('stream: Input should be a valid boolean');
	if (body['metadata'] !== undefined)
		checkKnown('metadata', fieldsAt('metadata', body['metadata']), ['user_id']);
	if (body['diagnostics'] !== undefined && body['diagnostics'] !== null)
		checkKnown('diagnostics', fieldsAt('diagnostics', body['diagnostics']), [
			'previous_message_id'
		]);
	if (body['output_config'] !== undefined)
		checkKnown('output_config', fieldsAt('output_config', body['output_config']), [
			'effort',
			'format'
		]);
	if (body['service_tier'] !== undefined)
		checkOneOf('service_tier', body['service_tier'], ['auto', 'standard_only']);
	if (body['stop_sequences'] !== undefined)
		for (const [index, one] of listAt('stop_sequences', body['stop_sequences']).entries())
			if (stringAt(`stop_sequences.${index}`, one).trim() === '')
				throw badRequest('stop_sequences: each stop sequence must contain non-whitespace');
}

/** What this model takes and another may not. */
export function checkForModel(body: Fields, model: ScriptedModel): void {
	if (body['max_tokens'] !== undefined) checkMaxTokens(body['max_tokens'], model);
	checkThinkingConfig(body, model);
	for (const name of SAMPLING) {
		const value = body[name];
		if (value === undefined) continue;
		if (!model.sampling) throw badRequest(`${name}: this model does not accept \`${name}\``);
		if (typeof value !== 'number') throw badRequest(`${name}: Input should be a valid number`);
		const most = name === 'top_k' ? Number.POSITIVE_INFINITY : 1;
		if (value < 0 || value > most) throw badRequest(`${name}: range: 0..${most}`);
	}
}

function checkMaxTokens(value: unknown, model: ScriptedModel): void {
	const maxTokens = checkInteger('max_tokens', value, { from: 1 });
	if (maxTokens > model.maxOutput)
		throw badRequest(
			`max_tokens: ${maxTokens} > ${model.maxOutput}, which is the maximum allowed number of output tokens for ${model.id}`
		);
}

function checkThinkingConfig(body: Fields, model: ScriptedModel): void {
	if (body['thinking'] === undefined) return;
	const thinking = fieldsAt('thinking', body['thinking']);
	const type = checkOneOf('thinking.type', thinking['type'], [
		'adaptive',
		'enabled',
		'disabled',
		'between_tools'
	]);
	const known = { adaptive: ['type', 'display'], enabled: ['type', 'display', 'budget_tokens'] };
	checkKnown(
		`thinking.${type}`,
		thinking,
		type === 'adaptive' || type === 'enabled' ? known[type] : ['type']
	);
	if (thinking['display'] !== undefined && thinking['display'] !== null)
		checkOneOf(`thinking.${type}.display`, thinking['display'], ['summarized', 'omitted']);
	const taken = model.thinking.length === 0 ? ['disabled'] : model.thinking;
	if (!taken.some((one) => one === type))
		throw badRequest(`thinking.type: \`${type}\` is not supported by ${model.id}`);
	if (type !== 'enabled') return;
	const budget = checkInteger('thinking.enabled.budget_tokens', thinking['budget_tokens'], {
		from: 1024
	});
	if (typeof body['max_tokens'] === 'number' && budget >= body['max_tokens'])
		throw badRequest('`max_tokens` must be greater than `thinking.budget_tokens`.');
}
