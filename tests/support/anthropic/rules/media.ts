/** Pictures and documents: where they come from, and whether the bytes are what they say. */
import { badRequest } from '../errors.ts';
import { imageSize } from '../counting/image-size.ts';
import { readPdf } from '../counting/pdf.ts';
import { checkKnown, checkOneOf, fieldsAt, stringAt } from './fields.ts';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** Of its base64. */
const MOST_IMAGE_BYTES = 5 * 1024 * 1024;
const LONGEST_EDGE = 8000;

/** The first bytes of each kind, as base64 shows them. */
const beginnings: Readonly<Record<string, readonly string[]>> = {
	'image/png': ['iVBORw0KGgo'],
	'image/jpeg': ['/9j/'],
	'image/gif': ['R0lGODdh', 'R0lGODlh'],
	'image/webp': ['UklGR'],
	'application/pdf': ['JVBERi']
};

export function checkSource(place: string, type: string, value: unknown): void {
	const source = fieldsAt(place, value);
	const kind = stringAt(`${place}.type`, source['type']);
	const kinds = type === 'image' ? ['base64', 'url'] : ['base64', 'url', 'text'];
	checkOneOf(`${place}.type`, kind, kinds);
	switch (kind) {
		case 'url':
			checkKnown(`${place}.url`, source, ['type', 'url']);
			if (!/^https:\/\//.test(stringAt(`${place}.url.url`, source['url'])))
				throw badRequest(`${place}.url.url: Only HTTPS URLs are supported.`);
			return;
		case 'text':
			checkKnown(`${place}.text`, source, ['type', 'media_type', 'data']);
			checkOneOf(`${place}.text.media_type`, source['media_type'], ['text/plain']);
			if (stringAt(`${place}.text.data`, source['data']).trim() === '')
				throw badRequest(`${place}.text.data: document text must be non-empty`);
			return;
		default:
			checkBytes(`${place}.base64`, type, source);
	}
}

function checkBytes(place: string, type: string, source: ReturnType<typeof fieldsAt>): void {
	checkKnown(place, source, ['type', 'media_type', 'data']);
	const allowed = Object.keys(beginnings).filter(
		(one) => one.startsWith('image/') === (type === 'image')
	);
	const mediaType = checkOneOf(`${place}.media_type`, source['media_type'], allowed);
	const data = stringAt(`${place}.data`, source['data']);
	if (data === '' || data.length % 4 !== 0 || !BASE64.test(data))
		throw badRequest(`${place}: invalid base64 data`);
	if (type === 'image' && data.length > MOST_IMAGE_BYTES)
		throw badRequest(
			`${place}: image exceeds 5 MB maximum: ${data.length} bytes > ${MOST_IMAGE_BYTES} bytes`
		);
	if (!beginnings[mediaType]?.some((beginning) => data.startsWith(beginning)))
		throw badRequest(
			`${place}.data: the bytes do not look like the provided media type ${mediaType}`
		);
	const bytes = Buffer.from(data, 'base64');
	if (type === 'image') checkPicture(place, bytes);
	else checkPdf(place.replace(/\.document\.source\.base64$/, '.pdf.source.base64'), bytes);
}

function checkPicture(place: string, bytes: Buffer): void {
	const size = imageSize(bytes);
	if (!size || size.width === 0 || size.height === 0) throw badRequest('Could not process image');
	if (Math.max(size.width, size.height) > LONGEST_EDGE)
		throw badRequest(
			`${place}.data: At least one of the image dimensions exceed max allowed size: ${LONGEST_EDGE} pixels`
		);
}

function checkPdf(place: string, bytes: Buffer): void {
	const read = readPdf(bytes);
	if (read === 'locked')
		throw badRequest(`${place}.data: The PDF specified is password protected.`);
	if (read === 'broken') throw badRequest(`${place}.data: The PDF specified was not valid.`);
}
