import type { Message, ToolDefinition } from '#core/blocks.ts';
import type { RequestBody } from '#core/prompt.ts';
import type { Session } from '#core/session.ts';
import {
	applyCalibration,
	noCalibration,
	readCalibration,
	type Calibration
} from '#core/tokens/calibration.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';
import { familyOf } from '#core/tokens/family.ts';
import { estimateMessage, estimateTools } from '#core/tokens/request.ts';
import type { Family } from '#core/tokens/weights.ts';

/** Weights of the parts of a request. Messages of stored rows are weighed once: they stay the same objects. */

/** Weighs in whole tokens of one model. */
export interface Scale {
	text(text: string): number;
	messages(messages: readonly Message[]): number;
	tools(tools: readonly ToolDefinition[]): number;
}

const scaleWith = (family: Family, calibration: Calibration): Scale => ({
	text: (text) => applyCalibration(estimateTokens(text, family), calibration),
	messages: (messages) => applyCalibration(weighMessages(messages, family), calibration),
	tools: (tools) => applyCalibration(estimateTools(tools, family), calibration)
});

/** A scale that knows what earlier calls of the session taught about the model. */
export const scaleOf = (session: Pick<Session, 'calibration'>, model: string): Scale =>
	scaleWith(familyOf(model), readCalibration(session.calibration[model]));

/** The uncalibrated estimate of a whole body: what a report is compared with. */
export function estimateBody(
	body: Pick<RequestBody, 'model' | 'system' | 'tools' | 'messages'>
): number {
	const scale = scaleWith(familyOf(body.model), noCalibration);
	const system = (body.system ?? []).reduce((sum, block) => sum + scale.text(block.text), 0);
	return system + scale.tools(body.tools ?? []) + scale.messages(body.messages);
}

const known = new WeakMap<Message, { readonly family: Family; readonly tokens: number }>();

function weighMessages(messages: readonly Message[], family: Family): number {
	let sum = 0;
	for (const message of messages) {
		const found = known.get(message);
		if (found?.family === family) sum += found.tokens;
		else {
			const tokens = estimateMessage(message, family);
			known.set(message, { family, tokens });
			sum += tokens;
		}
	}
	return sum;
}
