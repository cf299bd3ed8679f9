/** The models the scripted server offers, and the page of `GET /v1/models` that lists them. */
import type Anthropic from '@anthropic-ai/sdk';
import { badRequest } from './errors.ts';

export interface ScriptedModel {
	readonly id: string;
	readonly displayName: string;
	/** RFC 3339. */
	readonly createdAt: string;
	/** Tokens of input that fit. */
	readonly window: number;
	/** Largest `max_tokens`. */
	readonly maxOutput: number;
	/** Values of `thinking.type` that are taken. None: the model does not think. */
	readonly thinking: readonly ('adaptive' | 'enabled' | 'disabled' | 'between_tools')[];
	/** Thinks when `thinking` is left out. */
	readonly alwaysThinks: boolean;
	/** Takes `temperature`, `top_p` and `top_k`. */
	readonly sampling: boolean;
	/** Shortest prefix that is cached, in tokens. */
	readonly minCacheable: number;
	readonly line: Anthropic.ModelInfo['line'];
}

/** A model with one obvious default: a present-day one of a million tokens. */
export function aModel(changes: Partial<ScriptedModel> & { readonly id: string }): ScriptedModel {
	return {
		displayName: changes.id,
		createdAt: '2026-09-01T00:00:00Z',
		window: 1_000_000,
		maxOutput: 128_000,
		thinking: ['adaptive', 'disabled'],
		alwaysThinks: false,
		sampling: false,
		minCacheable: 1024,
		line: null,
		...changes
	};
}

export const scriptedModels: readonly ScriptedModel[] = [
	aModel({
		id: 'claude-opus-5-5',
		displayName: 'Claude Opus 5.5',
		createdAt: '2026-10-05T00:00:00Z',
		thinking: ['adaptive'],
		alwaysThinks: true,
		line: 'opus'
	}),
	aModel({
		id: 'claude-sonnet-5-5',
		displayName: 'Claude Sonnet 5.5',
		createdAt: '2026-10-05T00:00:00Z',
		line: 'sonnet'
	}),
	aModel({
		id: 'claude-haiku-5-5',
		displayName: 'Claude Haiku 5.5',
		createdAt: '2026-09-20T00:00:00Z',
		line: 'haiku'
	}),
	aModel({
		id: 'claude-haiku-4-5-20251001',
		displayName: 'Claude Haiku 4.5',
		createdAt: '2025-10-01T00:00:00Z',
		window: 200_000,
		maxOutput: 64_000,
		thinking: ['enabled', 'disabled'],
		sampling: true,
		minCacheable: 4096,
		line: 'haiku'
	})
];

/** Whether the model will think in answer to this body. */
export function thinks(model: ScriptedModel, thinking: { readonly type: string } | undefined) {
	if (thinking === undefined) return model.alwaysThinks;
	return thinking.type === 'adaptive' || thinking.type === 'enabled';
}

/** One page, newest first: `limit` 1–1000 (default 20), after `after_id` or before `before_id`. */
export function listModels(models: readonly ScriptedModel[], query: URLSearchParams): ModelsPage {
	for (const name of query.keys())
		if (!['limit', 'after_id', 'before_id', 'lifecycle', 'lifecycle[]'].includes(name))
			throw badRequest(`${name}: Extra inputs are not permitted`);
	const limit = Number(query.get('limit') ?? 20);
	if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
		throw badRequest('limit: Input should be between 1 and 1000');
	const after = query.get('after_id');
	const before = query.get('before_id');
	const start = after === null ? 0 : indexOf(models, after) + 1;
	const end = before === null ? models.length : indexOf(models, before);
	const whole = models.slice(start, end);
	const data = before === null ? whole.slice(0, limit) : whole.slice(-limit);
	return {
		data: data.map(asModelInfo),
		has_more: whole.length > data.length,
		first_id: data[0]?.id ?? null,
		last_id: data.at(-1)?.id ?? null
	};
}

interface ModelsPage {
	readonly data: readonly Anthropic.ModelInfo[];
	readonly has_more: boolean;
	readonly first_id: string | null;
	readonly last_id: string | null;
}

function indexOf(models: readonly ScriptedModel[], id: string): number {
	const index = models.findIndex((model) => model.id === id);
	if (index < 0) throw badRequest(`no model with the id ${id}`);
	return index;
}

function asModelInfo(model: ScriptedModel): Anthropic.ModelInfo {
	const yes = { supported: true };
	const no = { supported: false };
	const takes = (type: ScriptedModel['thinking'][number]) =>
		model.thinking.includes(type) ? yes : no;
	return {
		type: 'model',
		id: model.id,
		display_name: model.displayName,
		created_at: model.createdAt,
		max_input_tokens: model.window,
		max_tokens: model.maxOutput,
		lifecycle: 'active',
		deprecated_at: null,
		retires_at: null,
		line: model.line,
		capabilities: {
			batch: no,
			citations: no,
			code_execution: no,
			context_management: {
				supported: false,
				clear_thinking_20251015: null,
				clear_tool_uses_20250919: null,
				compact_20260112: null
			},
			effort: { supported: false, low: no, medium: no, high: no, xhigh: null, max: no },
			image_input: yes,
			pdf_input: yes,
			server_tools: { supported: false, code_execution: no, web_search: no },
			structured_outputs: no,
			thinking: {
				supported: model.thinking.some((type) => type !== 'disabled'),
				types: {
					adaptive: takes('adaptive'),
					between_tools: takes('between_tools'),
					disabled: model.thinking.length === 0 ? yes : takes('disabled'),
					enabled: takes('enabled')
				}
			}
		}
	};
}
