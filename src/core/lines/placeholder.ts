/** What programs and models have said in place of something to remember, or of a summary: stored, it would be told as a fact for ever. */

/** Behind what is missing or failed nothing more, or why: with other words it may be a sentence about something else. */
const endsThere = String.raw`(?=$|\s*[^\p{L}\p{N}\s'’-]|\s+(?:-|(?:due to|because|as (?:it|the|there|this)|at (?:this|the) (?:time|moment)|(?:for|from|of) this)\b))`;

const placeholders: readonly RegExp[] = [
	/^context contained \d+ messages\b/i,
	new RegExp(
		String.raw`^(?:(?:the |this )?(?:conversation |session )?summary:? (?:is |was )?(?:unavailable|not available|generation failed|could not be (?:generated|created|made|produced))|no summary (?:(?:is|was) )?(?:available|possible|needed|generated))${endsThere}`,
		'iu'
	),
	new RegExp(
		String.raw`^(?:error|failed|failure|unable|could(?: no|n['’])t|can(?:no|['’])t) (?:while |to |in )?(?:generat|creat|extract|summari[sz])\w* (?:the |this |a |any )?(?:summary|summaries|memor(?:y|ies)|conversation)${endsThere}`,
		'iu'
	),
	/^(?:there (?:is|are|was|were) )?no (?:(?:new|lasting|durable|additional|further) )*(?:memories|facts|information|summary)(?: (?:available|found|to (?:save|store|extract|remember)))?(?: from this (?:conversation|session))?$/i,
	/^(?:there (?:is|was) )?(?:none|nothing|n\/a)(?: (?:new )?(?:to (?:save|store|extract|remember)|worth \w+ing))?$/i
];

/** Of a line, or of a whole text that is short. */
export function isPlaceholder(text: string): boolean {
	const bare = text.replace(/^[^\p{L}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '');
	return placeholders.some((pattern) => pattern.test(bare));
}
