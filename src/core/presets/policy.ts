import { recommended, builtInPresets } from '#core/presets/built-in.ts';
import { checkPreset } from '#core/presets/check.ts';
import { withOverrides } from '#core/presets/overrides.ts';
import type { Keep, Preset, Threshold } from '#core/presets/preset.ts';
import type { ReviewRule, Session } from '#core/session/session.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import type { Settings } from '#core/settings.ts';
import { sha256 } from '#core/sha256.ts';

/** What a preset comes to for one session and one model: numbers instead of shares, ready to compare. */

/** By the name of the number; each appears once at most. */
type CorrectedField =
	| 'draft'
	| 'threshold'
	| 'reserve'
	| 'system reserve'
	| 'output reserve'
	| 'safety buffer'
	| 'keep'
	| 'flush';

/** A number that could not be used as written, shown beside the setting. */
interface Correction {
	readonly field: CorrectedField;
	readonly written: number;
	readonly used: number;
	readonly because: 'above-usable' | 'scaled' | 'no-room';
}

export interface Policy {
	/** The preset with its absolute sizes scaled to the window. */
	readonly preset: Preset;
	readonly model: string;
	/** Of the model; where that is unknown, the one that the preset was written for. */
	readonly window: number;
	readonly maxOutput: number;
	/** min(window, price step, user's cap) − maximum output, tokens. */
	readonly usable: number;
	/** Where a draft is prepared; null: never. */
	readonly soft: number | null;
	/** Where a summary is applied; null: switched off. */
	readonly hard: number | null;
	/** Where the flush turn is due, tokens; null: none. */
	readonly flush: number | null;
	/** Weight after a compaction, tokens: at most 0.7 of the lowest threshold (INV-4). */
	readonly target: number | null;
	/** Whether summaries are made automatically, not only when the user asks. */
	readonly automatic: boolean;
	readonly review: ReviewRule;
	readonly corrections: readonly Correction[];
	/** Hash of everything above that decides a plan: part of the memory of no-ops (INV-6). */
	readonly key: string;
}

/** Where the answer's own maximum is unknown, a quarter of the window, at most 8,192 tokens, is kept free for it. */
const assumedOutput = (window: number): number => Math.min(8192, Math.floor(window / 4));

/**
 * How many tokens an answer may have, and how many the prompt may weigh: min(window, price step, cap) − output.
 * Where the output would take nearly everything (a small price step, a model whose numbers overlap) it gets half.
 */
export function usableOf(
	{
		window,
		priceStep,
		maxOutput: most
	}: Pick<ModelCard, 'priceStep' | 'maxOutput'> & { readonly window: number },
	cap: number | null
): { readonly usable: number; readonly maxOutput: number } {
	const limits = [window, priceStep, cap].filter((limit) => limit !== null && limit > 0);
	const top = Math.min(...limits.map(Number));
	const wanted = most ?? assumedOutput(window);
	const maxOutput = wanted > top * 0.75 ? Math.floor(top / 2) : wanted;
	return { usable: top - maxOutput, maxOutput };
}

/** The preset of a session, its own overrides applied. */
export const presetOf = (
	settings: Pick<Settings, 'preset' | 'customPresets'>,
	session: Pick<Session, 'policy'> | null
): Preset => withOverrides(basePresetOf(settings, session), session?.policy.overrides ?? {}).preset;

/** The same without any; an unknown or broken one is `recommended`. Nothing takes the place of one that comes with the app. */
export function basePresetOf(
	settings: Pick<Settings, 'preset' | 'customPresets'>,
	session: Pick<Session, 'policy'> | null
): Preset {
	const id = session?.policy.preset ?? settings.preset;
	const builtIn = builtInPresets.find((preset) => preset.id === id);
	if (builtIn) return builtIn;
	const checked = checkPreset(settings.customPresets[id]);
	return checked.status === 'valid' ? checked.preset : recommended;
}

/**
 * The rules of one session with one model, in tokens; `written`: by a preset that is being made, or looked at before it is
 * chosen. An unknown window counts as the one that the preset was written for, so that nothing is silently off (INV-11,
 * checklist 37); the user can write the true one into the model's card. Three corrections are always applied and listed:
 * an absolute size above a tenth of the window is scaled down by window ÷ the window its document was written for, a
 * threshold above usable counts as usable, and one of nothing or less, which reserves as large as the window leave, as
 * half of usable.
 */
export function policyFor(
	settings: Pick<
		Settings,
		'preset' | 'customPresets' | 'automaticCompaction' | 'reviewSummaries' | 'contextCap'
	>,
	session: Pick<Session, 'policy'> | null,
	card: ModelCard,
	written: Preset = presetOf(settings, session)
): Policy {
	const corrections: Correction[] = [];
	const window = card.window ?? written.madeFor;
	const { usable, maxOutput } = usableOf({ ...card, window }, settings.contextCap);
	const preset = scalePreset(written, window, corrections);
	const limit = limitTo(usable, corrections);
	const { draft, apply } = thresholds(preset.threshold, { window, usable });
	const hard = limit('threshold', apply);
	const soft = draft === null ? null : limit('draft', draft);
	const flush = preset.flush && hard !== null ? Math.max(0, hard - preset.flush.distance) : null;
	const lowest = hard === null ? null : Math.min(soft ?? hard, hard);
	const target =
		lowest === null ? null : Math.min(shareOf(usable, preset.target), shareOf(lowest, 0.7));
	const rule = {
		preset,
		model: card.id,
		window,
		maxOutput,
		usable,
		soft,
		hard,
		flush,
		target
	};
	return {
		...rule,
		automatic: !isOff(written) && (session?.policy.automatic ?? settings.automaticCompaction),
		review: session?.policy.review ?? settings.reviewSummaries,
		corrections,
		key: sha256(JSON.stringify(rule))
	};
}

/** Document 004: a threshold of 0 switches compaction off (checklist 58), unless turns are counted. */
const isOff = ({ threshold, afterTurns }: Pick<Preset, 'threshold' | 'afterTurns'>): boolean =>
	isSizeless(threshold) && afterTurns === null;

const isSizeless = (threshold: Threshold): boolean =>
	threshold.kind === 'absolute' && threshold.tokens === 0;

/** Rounded down, but 0.7 of 180,000 is 126,000 and not the 125,999.99… of binary fractions. */
const shareOf = (tokens: number, share: number): number => Math.floor(tokens * share + 1e-6);

function thresholds(
	threshold: Threshold,
	{ window, usable }: Pick<Policy, 'window' | 'usable'>
): { readonly draft: number | null; readonly apply: number | null } {
	switch (threshold.kind) {
		case 'of-usable':
			return { draft: shareOf(usable, threshold.draft), apply: shareOf(usable, threshold.apply) };
		case 'window-minus':
			return { draft: null, apply: window - threshold.reserve };
		case 'of-window':
			return {
				draft: shareOf(window, threshold.idle),
				apply: shareOf(window, threshold.emergency)
			};
		case 'of-rest': {
			const rest = window - threshold.system - threshold.output - threshold.safety;
			return { draft: null, apply: shareOf(rest, threshold.share) };
		}
		case 'absolute':
			return { draft: null, apply: isSizeless(threshold) ? null : threshold.tokens };
	}
}

const limitTo =
	(usable: number, corrections: Correction[]) =>
	(field: CorrectedField, written: number | null): number | null => {
		if (written === null) return null;
		if (written <= 0) {
			const used = Math.floor(usable / 2);
			corrections.push({ field, written, used, because: 'no-room' });
			return used;
		}
		if (written <= usable) return written;
		corrections.push({ field, written, used: usable, because: 'above-usable' });
		return usable;
	};

/** Absolute reserves, keeps and flush distances above a tenth of the window, scaled down to it: what a larger window holds as written, it keeps. */
function scalePreset(preset: Preset, window: number, corrections: Correction[]): Preset {
	const scale = (field: CorrectedField, written: number): number => {
		if (written <= window / 10) return written;
		const used = Math.floor((written * window) / preset.madeFor);
		if (used >= written) return written;
		corrections.push({ field, written, used, because: 'scaled' });
		return used;
	};
	return {
		...preset,
		threshold: scaleThreshold(preset.threshold, scale),
		keep: scaleKeep(preset.keep, scale),
		flush: preset.flush && {
			...preset.flush,
			distance: scale('flush', preset.flush.distance)
		}
	};
}

type Scale = (field: CorrectedField, written: number) => number;

function scaleThreshold(threshold: Threshold, scale: Scale): Threshold {
	switch (threshold.kind) {
		case 'window-minus':
			return { ...threshold, reserve: scale('reserve', threshold.reserve) };
		case 'of-rest':
			return {
				...threshold,
				system: scale('system reserve', threshold.system),
				output: scale('output reserve', threshold.output),
				safety: scale('safety buffer', threshold.safety)
			};
		case 'of-usable':
		case 'of-window':
		case 'absolute':
			return threshold;
	}
}

const scaleKeep = (keep: Keep, scale: Scale): Keep =>
	keep.kind === 'tokens' ? { ...keep, tokens: scale('keep', keep.tokens) } : keep;
