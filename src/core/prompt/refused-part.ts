import type { Failure, RefusedPart } from '#core/failure.ts';
import type { Block, Message } from '#core/log/blocks.ts';
import type { Exchange, Step } from '#core/log/turn.ts';
import { onDevice } from '#core/models/model-card.ts';
import { asItWent } from '#core/prompt/bare-block.ts';
import { mediaOf, type Media } from '#core/prompt/media.ts';

/**
 * What a refusal is about. An endpoint names a place in the request (`messages.4.content.1`) or only a kind of thing
 * (“Could not process image”); a person has to hear which message or file of theirs is meant, and the next request
 * goes without that file.
 */

const placed = /\bmessages\.(\d+)\.content\.(\d+)(?:\.tool_result\.content\.(\d+))?/;
const kindIn = (detail: string): Media['type'] | null =>
	/pdf|document/i.test(detail) ? 'document' : /image|picture|vision/i.test(detail) ? 'image' : null;

/** What is refused is no one thing but its kind, by the model. */
const ofModel = /\b(?:support|tak|accept|enabl|capab)/i;

/** A request, and the messages that it was made of. */
interface Request {
	readonly messages: readonly Message[];
	readonly log: readonly Exchange[];
	readonly model: string;
	/** Base URL of the endpoint that it was written for. */
	readonly endpoint: string;
}

/** The same failure with what it is about, as far as that can be told. */
export function withAbout(failure: Failure, request: Request): Failure {
	if (failure.kind !== 'rejected' && failure.kind !== 'too-large') return failure;
	const about = failure.kind === 'rejected' ? aboutOf(failure.detail, request) : heavyOf(request);
	return about.length === 0 ? failure : { ...failure, about, by: request.endpoint };
}

/**
 * Of a request that is too large, and more than half of which is pictures and files: those that go first. As with our own
 * limit these are the oldest, until half is free; only where the newest message has more than all others, its heaviest.
 */
function heavyOf({ messages, log }: Request): readonly RefusedPart[] {
	const sent = new Set(messages.flatMap(blocksOf));
	const files = log.flatMap((exchange) =>
		mediaOf(exchange).flatMap((block, file) =>
			sent.has(inRequest(block))
				? [
						{
							part: told(exchange, file),
							size: sizeOf(inRequest(block)),
							isNew: exchange === log.at(-1)
						}
					]
				: []
		)
	);
	const sum = (some: readonly { readonly size: number }[]): number =>
		some.reduce((all, { size }) => all + size, 0);
	const all = sum(files);
	if (all * 2 <= JSON.stringify(messages).length) return [];
	const older = files.filter(({ isNew }) => !isNew);
	if (sum(older) * 2 < all)
		return files
			.filter(({ isNew }) => isNew)
			.toSorted((a, b) => b.size - a.size)
			.slice(0, 1)
			.map(({ part }) => part);
	const isIn = (at: number): boolean => sum(older.slice(0, at)) * 2 < all;
	return older.filter((_, at) => isIn(at)).map(({ part }) => part);
}

/** Characters of it in the request; a picture that is only named by its address has none. */
const sizeOf = ({ source }: Media): number => ('data' in source ? source.data.length : 0);

function aboutOf(detail: string, { messages, log, model }: Request): readonly RefusedPart[] {
	const [, message, place, inside] = placed.exec(detail) ?? [];
	if (message !== undefined) {
		const block: Block | undefined = messages[Number(message)]?.content[Number(place)];
		const part = block?.type === 'tool_result' ? block.content[Number(inside ?? 0)] : block;
		return ownerOf([part, block], log);
	}
	const kind = kindIn(detail);
	const sent = new Set(messages.flatMap(blocksOf));
	const named = (exchanges: readonly Exchange[]): readonly RefusedPart[] =>
		exchanges.flatMap((exchange) =>
			mediaOf(exchange).flatMap((block, file) =>
				block.type === kind && sent.has(inRequest(block)) ? [told(exchange, file)] : []
			)
		);
	// Where no place is named: what this model has not answered to yet, or else all.
	const lastBy = (isBy: (step: Step) => boolean): number =>
		log.findLastIndex(({ steps }) => steps.some((step) => step.state === 'complete' && isBy(step)));
	const own = lastBy((step) => step.model === model);
	// Endpoints may call it by another name than it was asked by; one that takes none has answered to none.
	const answered =
		own >= 0 || ofModel.test(detail) ? own : lastBy((step) => step.model !== onDevice);
	const fresh = named(log.slice(answered + 1));
	return fresh.length > 0 ? fresh : named(log);
}

const blocksOf = ({ content }: Message): readonly Block[] =>
	content.flatMap((block: Block): readonly Block[] =>
		block.type === 'tool_result' && typeof block.content !== 'string' ? block.content : [block]
	);

const told = ({ turn }: Exchange, file: number | null): RefusedPart => ({
	turnId: turn.turnId,
	askedAt: turn.askedAt,
	file
});

/** Pictures and files stand in a request as they lie in their rows, or bare. */
const inRequest = (block: Media): Media => (block.type === 'image' ? asItWent(block) : block);

/** Blocks of a request are those of the rows it was made of. */
function ownerOf(blocks: readonly unknown[], log: readonly Exchange[]): readonly RefusedPart[] {
	for (const exchange of log) {
		const { turn, steps } = exchange;
		const file = mediaOf(exchange).findIndex((block) => blocks.includes(inRequest(block)));
		if (file >= 0) return [told(exchange, file)];
		const rows = steps.flatMap(({ content, results }) => [content, results ?? []]);
		if ([turn.asked, ...rows].some((row) => row.some((block) => blocks.includes(block))))
			return [told(exchange, null)];
	}
	return [];
}

/**
 * Files that this model was sent at this endpoint and that were refused: stored with the step that failed, and nowhere
 * else.
 */
export const refusedBy = (
	{ model, endpoint }: Pick<Request, 'model' | 'endpoint'>,
	log: readonly Exchange[]
): ReadonlySet<Media> =>
	new Set(
		log
			.flatMap(({ steps }) => steps)
			.flatMap(({ failure, model: asked }) => {
				const isOurs = failure && 'about' in failure && asked === model;
				return isOurs && (failure.by ?? endpoint) === endpoint ? (failure.about ?? []) : [];
			})
			.flatMap(({ turnId, file }) => {
				const exchange = log.find(({ turn }) => turn.turnId === turnId);
				return (exchange && file !== null && mediaOf(exchange)[file]) || [];
			})
	);
