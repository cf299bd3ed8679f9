import type { RequestBody } from '#core/prompt/prompt.ts';

/** What of a body is posted to have it counted: the fields that count, and no others. */
export const countedPart = ({
	model,
	system,
	tools,
	messages,
	thinking
}: Omit<RequestBody, 'max_tokens'>): Omit<RequestBody, 'max_tokens'> => ({
	model,
	...(system && { system }),
	...(tools && { tools }),
	messages,
	...(thinking && { thinking })
});
