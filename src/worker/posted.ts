import type { Asked, Posted } from '#flows/ports/model.ts';
import { baseOf } from '#worker/line-pin.ts';

/** Requests are written where they are made; from there they travel as they are. */

const posted = ({ body: { model }, endpoint }: Asked, body: object): Posted => ({
	model,
	base: baseOf(endpoint)?.base ?? endpoint,
	json: new Blob([JSON.stringify(body)], { type: 'application/json' })
});

/** What is posted for an answer, which comes as a stream. */
export const postedToAnswer = (asked: Asked): Posted =>
	posted(asked, { ...asked.body, stream: true });

/** What is posted to have a prompt counted: the fields that count, and no others. */
export function postedToCount(asked: Asked): Posted {
	const { model, system, tools, messages, thinking } = asked.body;
	return posted(asked, {
		model,
		...(system && { system }),
		...(tools && { tools }),
		messages,
		...(thinking && { thinking })
	});
}
