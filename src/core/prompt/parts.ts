import type { AssembleInput } from '#core/prompt/input.ts';
import { textOf, type TextBlock } from '#core/log/blocks.ts';
import { absenceOf } from '#core/memory/access.ts';
import { curatedPath, dayOf, type MemoryFile } from '#core/memory/memory.ts';
import type { Segment, SegmentSource } from '#core/prompt/prompt.ts';
import { isCovered } from '#core/log/coverage.ts';
import { isKeptOut, leftOutTurns } from '#core/log/marks.ts';
import { turnNumber } from '#core/log/turn.ts';
import { repeatedRequest } from '#core/summary/repeated-request.ts';

/** The parts of a prompt that are not messages: blocks of `system`, and the reference before the first message. */

/** A part before it is weighed. */
export interface PromptPart {
	readonly source: SegmentSource;
	/** As it is sent. */
	readonly text: string;
	readonly on: boolean;
	readonly absent: Segment['absent'];
}

export const isOff = (input: AssembleInput, source: string): boolean =>
	input.switchedOff.includes(source) || input.session.switchedOff.includes(source);

const part = (input: AssembleInput, source: SegmentSource, text: string): PromptPart => ({
	source,
	text,
	on: !isOff(input, source),
	absent: null
});

export const blockOf = ({ text }: Pick<PromptPart, 'text'>): TextBlock => ({ type: 'text', text });

/** Base text, memory rules, the curated file, then the daily notes, oldest first: what changes least stands first. */
export function systemParts(input: AssembleInput): readonly PromptPart[] {
	const notes = input.memory
		.filter((file) => input.days.includes(dayOf(file.path) ?? ''))
		.sort((a, b) => (a.path < b.path ? -1 : 1));
	const curated = input.memory.filter((file) => file.path === curatedPath);
	return [
		part(input, 'System', input.systemText),
		part(input, 'Memory rules', input.memoryRules),
		...[...curated, ...notes].map((file) => memoryPart(input, file))
	].filter((one) => one.text.trim() !== '' || one.absent !== null);
}

/** The reason why a file stays out is told; of what a guest must not see, not even its inspector shows the text. */
function memoryPart(input: AssembleInput, file: MemoryFile): PromptPart {
	const source = file.path as SegmentSource;
	const text = file.text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
	const { days, local, noteKinds } = input;
	const absent = absenceOf(file, { kind: input.session.kind, days, local, noteKinds });
	if (absent === 'guest') return { source, text: '', on: false, absent };
	if (text.trim() === '') return { source, text: '', on: false, absent: null };
	const told = input.words.memory(file.path, text.trimEnd());
	// Which files come here at all is decided by their day.
	if (absent === null || absent === 'older' || absent === 'on-demand')
		return part(input, source, told);
	return { source, text: told, on: false, absent };
}

/** Pins, first request, summary, anchors: before the first message, each its own block. */
export function referenceParts(input: AssembleInput): readonly PromptPart[] {
	const { summary, form, words } = input;
	const parts: PromptPart[] = [];
	const pins = [...input.pins].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
	if (pins.length > 0) parts.push(part(input, 'Pins', words.pins(pins.map((pin) => pin.text))));
	if (summary?.standsFor !== 'text') return parts;
	const first = form.firstRequest ? firstText(input) : '';
	if (first !== '') parts.push(part(input, 'First request', words.firstRequest(first)));
	parts.push(summaryPart(input, summary));
	if (form.anchors && summary.anchors.trim() !== '')
		parts.push(part(input, 'Anchors', words.anchors(summary.anchors)));
	return parts;
}

/** The words of the first request, where a summary covers it and the user has not left it out. */
function firstText({ summary, marks, lastCovered, firstTurn: turn }: AssembleInput): string {
	if (!turn || !summary || isKeptOut(turn, leftOutTurns(marks))) return '';
	// A turn that is covered in part has its question verbatim behind the summary anyway.
	const covered =
		turn.seq < summary.through.seq ||
		(lastCovered?.turn.turnId === turn.turnId && isCovered(lastCovered, summary.through));
	return covered ? textOf(turn.asked).trim() : '';
}

/** With the request that it repeats. */
function summaryPart(
	input: AssembleInput,
	{ text, through }: NonNullable<AssembleInput['summary']>
): PromptPart {
	const { form, words, lastCovered, marks } = input;
	const leftOut = leftOutTurns(marks);
	const last = lastCovered ? repeatedRequest(lastCovered, { through, form, leftOut }) : '';
	const whole = last === '' ? text : `${text}\n\n${words.lastRequest(last)}`;
	return part(input, 'Summary', summaryText(input, { text: whole, through }));
}

/** Whatever mark a document puts first: it is attributed and fenced under every preset (INV-31). */
function summaryText(
	{ form, words, summaryFrom, summaryDay }: AssembleInput,
	{ text, through }: Pick<NonNullable<AssembleInput['summary']>, 'text' | 'through'>
): string {
	const fenced = words.summary({
		text,
		from: turnNumber(summaryFrom),
		through: turnNumber(through.seq),
		writtenOn: summaryDay
	});
	return form.mark ? `${form.mark}\n${fenced}` : fenced;
}
