/** What tests have asked for: queued answers, standing scripts and faults, and which of them a request meets. */
import type { Answer } from './answer.ts';
import { corsFaults, isOneOf, type FaultName } from '../fault-names.ts';
import {
	answerByDefault,
	summariseByDefault,
	type Script,
	type ScriptContext,
	type Summariser
} from './script.ts';
import type { MessagesBody } from '../wire.ts';

/** Which requests are meant; all when left out. */
type Matches = (body: MessagesBody) => boolean;

interface FaultOptions {
	/** How many requests it strikes; 1 when left out. Faults of CORS stay until `clearFaults`. */
	readonly times?: number;
	readonly when?: Matches;
	/** Path it strikes; `/v1/messages` when left out. */
	readonly path?: string;
	/** Milliseconds of `slow-headers`; 30,000 when left out. */
	readonly delayMs?: number;
	/** Deltas sent before a fault of the stream. */
	readonly after?: number;
	/** Where a redirect leads. */
	readonly location?: string;
}

export interface PlannedFault extends FaultOptions {
	readonly name: FaultName;
}

export interface CueSheet {
	/** Replaces the default script. */
	script(script: Script): void;
	/** Answers for the next requests that match, each used once, before any script. */
	queue(answer: Answer | Script, options?: { readonly when?: Matches }): void;
	/** A standing answer for requests that match, before the script. */
	when(matches: Matches, script: Script): void;
	fault(name: FaultName, options?: FaultOptions): void;
	clearFaults(): void;
	/** Replaces what the default script writes when a prompt without tools asks for a summary. */
	summariser(summariser: Summariser): void;
}

interface PlannedAnswer {
	readonly matches: Matches;
	readonly script: Script;
}

export interface CueReader {
	readonly sheet: CueSheet;
	/** The answer for this request; a queued one is taken off. */
	answer(body: MessagesBody, context: Omit<ScriptContext, 'byDefault'>): Promise<Answer>;
	/** The fault that strikes this request, taken off its count. */
	takeFault(path: string, body: MessagesBody | null): PlannedFault | null;
	/** The fault of CORS that stands for this path. */
	corsFault(path: string): PlannedFault | null;
	/** Forgets everything. */
	clear(): void;
}

export function openCueSheet(): CueReader {
	let queued: PlannedAnswer[] = [];
	let standing: PlannedAnswer[] = [];
	let faults: { planned: PlannedFault; left: number }[] = [];
	let script: Script | null = null;
	let summariser: Summariser = summariseByDefault;
	const always = () => true;
	const isHere = (fault: PlannedFault, path: string) => (fault.path ?? '/v1/messages') === path;

	return {
		sheet: {
			script: (next) => void (script = next),
			queue: (answer, options) =>
				void queued.push({
					matches: options?.when ?? always,
					script: typeof answer === 'function' ? answer : () => answer
				}),
			when: (matches, next) => void standing.unshift({ matches, script: next }),
			fault: (name, options) =>
				void faults.push({ planned: { ...options, name }, left: options?.times ?? 1 }),
			clearFaults: () => void (faults = []),
			summariser: (next) => void (summariser = next)
		},
		answer: async (body, context) => {
			const byDefault = () => answerByDefault(body, { thinks: context.thinks, summariser });
			const next = queued.find((one) => one.matches(body));
			if (next) queued = queued.filter((one) => one !== next);
			const chosen = next ?? standing.find((one) => one.matches(body));
			return (chosen?.script ?? script ?? byDefault)(body, { ...context, byDefault });
		},
		takeFault: (path, body) => {
			const found = faults.find(
				({ planned }) =>
					!isOneOf(corsFaults, planned.name) &&
					isHere(planned, path) &&
					(!planned.when || (body !== null && planned.when(body)))
			);
			if (!found) return null;
			found.left--;
			if (found.left <= 0) faults = faults.filter((one) => one !== found);
			return found.planned;
		},
		corsFault: (path) =>
			faults.find(({ planned }) => isOneOf(corsFaults, planned.name) && isHere(planned, path))
				?.planned ?? null,
		clear: () => {
			queued = [];
			standing = [];
			faults = [];
			script = null;
			summariser = summariseByDefault;
		}
	};
}
