/** All rules about a body, in the order in which the API would complain. */
import { badRequest, Refusal } from '../errors.ts';
import type { ScriptedModel } from '../models.ts';
import { isFields, mergeMessages, type MessagesBody, type WireMessage } from '../wire.ts';
import { checkMarkCount } from './cache-marks.ts';
import { checkBlocks } from './content.ts';
import { checkLastWord, checkMessages } from './conversation.ts';
import { checkText, stringAt } from './fields.ts';
import { checkMediaCount } from './media-count.ts';
import { checkForModel, checkTopLevel } from './settings.ts';
import { checkToolPairs } from './tool-pairs.ts';
import { checkTools, checkToolsDefined } from './tools.ts';

export interface Circumstances {
	readonly models: readonly ScriptedModel[];
	/** `count_tokens`: the same checks, fewer fields. */
	readonly counting: boolean;
	/** Whether this message is an answer that ended with `pause_turn`. */
	readonly isPaused: (message: WireMessage) => boolean;
}

/** Throws a `Refusal` for the first rule that is broken. */
export function checkBody(
	value: unknown,
	around: Circumstances
): { readonly body: MessagesBody; readonly model: ScriptedModel } {
	if (!isFields(value)) throw badRequest('Input should be a valid dictionary');
	checkTopLevel(value, around.counting);
	const id = stringAt('model', value['model']);
	const model = around.models.find((one) => one.id === id);
	if (!model) throw new Refusal(404, 'not_found_error', `model: ${id}`);
	checkForModel(value, model);
	if (typeof value['system'] === 'string') checkText('system', value['system']);
	else if (value['system'] !== undefined) checkBlocks('system', value['system'], 'system');
	checkTools(value);
	checkMessages(value['messages']);
	checkMarkCount(value);
	const body = value as unknown as MessagesBody;
	checkMediaCount(body, model);
	const merged = mergeMessages(body.messages);
	checkToolsDefined(value, merged);
	checkToolPairs(merged);
	checkLastWord(body.messages, around.isPaused);
	return { body, model };
}
