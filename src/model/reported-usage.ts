import { contextTokens, promptTokens, type Usage } from '#core/wire/usage.ts';
import { rowIn, rowsIn, type Row } from '#core/json.ts';
import { fieldsOf, numberOf } from '#model/fields.ts';

/** What an endpoint reports of the size and the price of a call. */

/**
 * Reports are cumulative: a later number replaces the one before it, a missing one leaves it. So does a report of no
 * prompt at all: some endpoints end with zeros for what they have told before (INV-10).
 */
export function mergeUsage(before: Row, next: unknown): Row {
	const fields = fieldsOf(next);
	if (!fields) return before;
	const isCounted = usageOf(fields) !== null;
	const said = Object.entries(fields).filter(
		([, value]) => value !== null && (isCounted || value !== 0)
	);
	return { ...before, ...Object.fromEntries(said) };
}

/** Tokens of a call, or null where the prompt was not counted: unknown is never 0 (INV-10). */
export function usageOf(reported: Row): Usage | null {
	const usage: Usage = {
		input: numberOf(reported['input_tokens']) ?? 0,
		cacheRead: numberOf(reported['cache_read_input_tokens']) ?? 0,
		cacheWrite: numberOf(reported['cache_creation_input_tokens']) ?? 0,
		output: numberOf(reported['output_tokens']) ?? 0
	};
	return promptTokens(usage) === 0 ? null : usage;
}

/**
 * Size of the context after the call, in tokens, or null where the report measures something else: with server
 * tools the sums count the prompt several times, so only the last iteration of the message counts (INV-12).
 */
export function contextOf(reported: Row): number | null {
	const iterations = rowsIn(reported, 'iterations');
	const messages = iterations.filter((item) => (item['type'] ?? 'message') === 'message');
	const last = messages.at(-1);
	const serverTools = Object.values(rowIn(reported, 'server_tool_use'));
	const usedTools = serverTools.some((count) => (numberOf(count) ?? 0) > 0);
	if (usedTools || iterations.length > 1) {
		const usage = last ? usageOf(last) : null;
		return usage && contextTokens(usage);
	}
	const usage = usageOf(reported);
	return usage && contextTokens(usage);
}
