/** What pictures and documents of a request come to together: pages, pictures, and how large these may be among many. */
import { badRequest } from '../errors.ts';
import { imageSize } from '../counting/image-size.ts';
import type { ScriptedModel } from '../models.ts';
import { readPdf } from '../counting/pdf.ts';
import {
	blocksOf,
	isFields,
	type MessagesBody,
	type PlacedBlock,
	type WireBlock
} from '../wire.ts';

/** More pictures than this, and none of them may have an edge over `EDGE_AMONG_MANY` pixels. */
const MANY = 20;
const EDGE_AMONG_MANY = 2000;
/** Pages and pictures of a request, by the window of the model. */
const mostMedia = ({ window }: ScriptedModel): number => (window > 200_000 ? 600 : 100);

export function checkMediaCount(body: MessagesBody, model: ScriptedModel): void {
	const most = mostMedia(model);
	const media = body.messages.flatMap(({ content }, at) =>
		mediaIn(blocksOf(content), `messages.${at}.content`)
	);
	const pictures = media.filter(({ block }) => block.type === 'image');
	let pages = 0;
	for (const { place, block } of media) {
		const own = pagesOf(block);
		if (own > most)
			throw badRequest(
				`${place}.pdf.source.base64.data: A maximum of ${most} PDF pages may be provided.`
			);
		pages += own;
	}
	if (pages > most) throw badRequest(`A maximum of ${most} PDF pages may be provided.`);
	if (pages + pictures.length > most)
		throw badRequest(
			`Too much media: ${pages} document pages + ${pictures.length} images > ${most}`
		);
	if (pictures.length <= MANY) return;
	for (const { place, block } of pictures)
		if (edgeOf(block) > EDGE_AMONG_MANY)
			throw badRequest(
				`${place}.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: ${EDGE_AMONG_MANY} pixels`
			);
}

function mediaIn(blocks: readonly WireBlock[], place: string): readonly PlacedBlock[] {
	return blocks.flatMap((block, at) => {
		const here = `${place}.${at}`;
		if (block.type === 'image' || block.type === 'document') return [{ place: here, block }];
		const inside = block.type === 'tool_result' ? block['content'] : undefined;
		return Array.isArray(inside)
			? mediaIn(inside as readonly WireBlock[], `${here}.tool_result.content`)
			: [];
	});
}

function bytesOf({ source }: WireBlock): Buffer | null {
	if (!isFields(source) || source['type'] !== 'base64') return null;
	return Buffer.from(String(source['data']), 'base64');
}

function pagesOf(block: WireBlock): number {
	const bytes = block.type === 'document' ? bytesOf(block) : null;
	const read = bytes ? readPdf(bytes) : 'broken';
	return typeof read === 'string' ? 0 : read.pages;
}

function edgeOf(block: WireBlock): number {
	const bytes = bytesOf(block);
	const size = bytes ? imageSize(bytes) : null;
	return Math.max(size?.width ?? 0, size?.height ?? 0);
}
