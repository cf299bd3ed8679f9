import type { RequestBody } from '#core/prompt/prompt.ts';
import type { Posted } from '#flows/ports.ts';

/** Requests are written where they are made; from there they travel as they are. */

const posted = (model: string, body: object): Posted => ({
	model,
	json: new Blob([JSON.stringify(body)], { type: 'application/json' })
});

/** What is posted for an answer, which comes as a stream. */
export const postedToAnswer = (body: RequestBody): Posted =>
	posted(body.model, { ...body, stream: true });

/** What is posted to have a prompt counted: the fields that count, and no others. */
export const postedToCount = ({ model, system, tools, messages, thinking }: RequestBody): Posted =>
	posted(model, {
		model,
		...(system && { system }),
		...(tools && { tools }),
		messages,
		...(thinking && { thinking })
	});
