/** Longest piece of an endpoint's own words that is shown, characters. */
const longest = 200;

/** Names of classes that proxies put in front: `litellm.BadRequestError: AnthropicException - …`. */
const classes = /^(?:[\w.]*(?:Error|Exception)\b(?:\s*:|\s+-)?\s*)+/;
/** A trace, data, markup, or a name of a class that is left. */
const code = /^[[{<]|Traceback|\bFile "|\bat \S+[( ]|[a-z](?:Error|Exception)\b/;

/**
 * Of what an endpoint says about a failure, what a person can read: its first sentence. Empty where that looks like code:
 * a stack or the name of a class helps nobody and is never shown.
 */
export function plainWords(message: string): string {
	const line = message.trim().split('\n', 1)[0] ?? '';
	const bare = line.replace(classes, '').trim();
	const sentence = /^.*?(?=[.!?](?:\s|$))/u.exec(bare)?.[0] ?? bare;
	if (code.test(sentence)) return '';
	return sentence.length > longest ? `${sentence.slice(0, longest - 1)}…` : sentence;
}
