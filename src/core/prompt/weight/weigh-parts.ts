import type { Message, ToolDefinition, UserBlock } from '#core/log/blocks.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import type { Session } from '#core/session/session.ts';
import {
	applyCalibration,
	noCalibration,
	readCalibration,
	wholePrompt,
	type Calibration
} from '#core/tokens/calibration.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';
import { defaultFamily, familyOf } from '#core/tokens/family.ts';
import { estimateBlock, estimateMessage, estimateTools } from '#core/tokens/request.ts';
import type { Family } from '#core/tokens/weights.ts';

/** Weights of the parts of a request. Messages of stored rows are weighed once: they stay the same objects. */

/** A text by what it weighs and how long it is. */
export interface Amount {
	readonly tokens: number;
	/** Characters. */
	readonly length: number;
}

/** Weighs in whole tokens of one model. */
export interface Scale {
	/** The same key, the same weights. */
	readonly key: string;
	text(text: string): number;
	/**
	 * A stored row as it is written for somebody. `how` names the way of writing; `write` is called once for each way.
	 */
	written(row: object, how: string, write: () => string): Amount;
	messages(messages: readonly Message[]): number;
	tools(tools: readonly ToolDefinition[]): number;
}

const scaleWith = (family: Family, calibration: Calibration): Scale => ({
	key: `${family} ${calibration.ratio}`,
	text: (text) => applyCalibration(estimateTokens(text, family), calibration),
	written: (row, how, write) => {
		const { tokens, length } = weighWritten(row, { family, how }, write);
		return { tokens: applyCalibration(tokens, calibration), length };
	},
	messages: (messages) => applyCalibration(weighMessages(messages, family), calibration),
	tools: (tools) => applyCalibration(estimateTools(tools, family), calibration)
});

/** A scale that uses the calibration of the session for the model. */
export const scaleOf = (session: Pick<Session, 'calibration'>, model: string): Scale =>
	scaleWith(familyOf(model), readCalibration(session.calibration[model]));

/** What makes no room in a message by a shorter wording: files that weigh more than its words, or that are all of it. */
export function filesOutweigh(asked: readonly UserBlock[]): 'words' | 'nothing' | null {
	const weigh = (isFile: boolean): number =>
		asked.reduce((sum, block) => {
			const counts = (block.type !== 'text') === isFile;
			return counts ? sum + estimateBlock(block, defaultFamily) : sum;
		}, 0);
	const words = weigh(false);
	if (words === 0) return 'nothing';
	return weigh(true) > words ? 'words' : null;
}

/** A whole prompt, out of what the scale makes of its parts. */
export const weighWhole = (
	parts: number,
	session: Pick<Session, 'calibration'>,
	model: string
): number => wholePrompt(parts, readCalibration(session.calibration[model]));

/** The uncalibrated estimate of a whole body: what a report is compared with. */
export function estimateBody(
	body: Pick<RequestBody, 'model' | 'system' | 'tools' | 'messages'>
): number {
	const scale = scaleWith(familyOf(body.model), noCalibration);
	const system = (body.system ?? []).reduce((sum, block) => sum + scale.text(block.text), 0);
	return system + scale.tools(body.tools ?? []) + scale.messages(body.messages);
}

/**
 * By how many tokens messages that a report covers are lighter now: presets that do not spare the cache shorten
 * results as they grow old. Null: they are heavier, so it is not they that were measured. `estimated`: the
 * uncalibrated estimate at the time of the report.
 */
export function shrunkSince(
	estimated: number,
	sentThen: Parameters<typeof estimateBody>[0],
	session: Pick<Session, 'calibration'>
): number | null {
	const less = estimated - estimateBody(sentThen);
	if (less < 0) return null;
	return Math.floor(less * readCalibration(session.calibration[sentThen.model]).ratio);
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

interface Way {
	readonly family: Family;
	readonly how: string;
}

const writings = new WeakMap<object, Amount & Way>();

function weighWritten(row: object, { family, how }: Way, write: () => string): Amount {
	const known = writings.get(row);
	if (known?.how === how && known.family === family) return known;
	const text = write();
	const amount = { family, how, tokens: estimateTokens(text, family), length: text.length };
	writings.set(row, amount);
	return amount;
}
