/** Definitions of tools, and which of them may or must be called. */
import { badRequest } from '../errors.ts';
import type { Fields, MergedMessage } from '../wire.ts';
import { checkCacheMark } from './cache-marks.ts';
import { checkKnown, checkOneOf, fieldsAt, listAt, stringAt } from './fields.ts';

const NAME = /^[a-zA-Z0-9_-]{1,128}$/;

export function checkTools(body: Fields): void {
	const names = body['tools'] === undefined ? [] : checkDefinitions(body['tools']);
	if (body['tool_choice'] !== undefined) checkChoice(body['tool_choice'], names, body['thinking']);
}

/** Blocks of tools need definitions of tools in the same request. */
export function checkToolsDefined(body: Fields, messages: readonly MergedMessage[]): void {
	if (Array.isArray(body['tools']) && body['tools'].length > 0) return;
	const speaks = messages.some((message) =>
		message.blocks.some(({ block }) => block.type === 'tool_use' || block.type === 'tool_result')
	);
	if (speaks)
		throw badRequest(
			'Requests which include `tool_use` or `tool_result` blocks must define tools in `tools`'
		);
}

function checkDefinitions(value: unknown): readonly string[] {
	const names: string[] = [];
	for (const [index, one] of listAt('tools', value).entries()) {
		const place = `tools.${index}`;
		const tool = fieldsAt(place, one);
		if (tool['type'] !== undefined && tool['type'] !== null)
			checkOneOf(`${place}.type`, tool['type'], ['custom']);
		checkKnown(`${place}.custom`, tool, [
			'type',
			'name',
			'description',
			'input_schema',
			'cache_control',
			'input_examples',
			'strict',
			'defer_loading',
			'eager_input_streaming',
			'allowed_callers'
		]);
		checkCacheMark(`${place}.custom.cache_control`, tool['cache_control']);
		const name = stringAt(`${place}.custom.name`, tool['name']);
		if (!NAME.test(name))
			throw badRequest(
				`${place}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`
			);
		if (names.includes(name)) throw badRequest('tools: Tool names must be unique.');
		names.push(name);
		if (tool['description'] !== undefined)
			stringAt(`${place}.custom.description`, tool['description']);
		checkSchema(`${place}.custom.input_schema`, tool['input_schema']);
	}
	return names;
}

function checkSchema(place: string, value: unknown): void {
	if (value === undefined) throw badRequest(`${place}: Field required`);
	const schema = fieldsAt(place, value);
	if (schema['type'] === undefined) throw badRequest(`${place}.type: Field required`);
	checkOneOf(`${place}.type`, schema['type'], ['object']);
	if (schema['properties'] !== undefined) fieldsAt(`${place}.properties`, schema['properties']);
	for (const combination of ['oneOf', 'allOf', 'anyOf'])
		if (schema[combination] !== undefined)
			throw badRequest(
				`${place}: input_schema does not support oneOf, allOf, or anyOf at the top level`
			);
}

function checkChoice(value: unknown, names: readonly string[], thinking: unknown): void {
	const choice = fieldsAt('tool_choice', value);
	const type = checkOneOf('tool_choice.type', choice['type'], ['auto', 'any', 'tool', 'none']);
	const known = type === 'none' ? ['type'] : ['type', 'disable_parallel_tool_use'];
	checkKnown(`tool_choice.${type}`, choice, type === 'tool' ? [...known, 'name'] : known);
	if (names.length === 0)
		throw badRequest('tool_choice: may only be specified while providing tools');
	if (type === 'tool' && !names.includes(stringAt('tool_choice.tool.name', choice['name'])))
		throw badRequest(`Tool '${String(choice['name'])}' not found in provided tools`);
	const forces = type === 'any' || type === 'tool';
	const mode = (thinking as Fields | undefined)?.['type'];
	if (forces && (mode === 'enabled' || mode === 'adaptive'))
		throw badRequest('Thinking may not be enabled when tool_choice forces tool use.');
}
