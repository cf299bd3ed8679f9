/** What a text opens and does not close: in a file of several texts it would swallow all that follow. */

/** The block that a line goes on with; HTML has what ends it, empty where an empty line does. */
type Block = 'none' | 'paragraph' | 'empty item' | { code: string } | { html: string };

/** HTML that begins a block of its own, as CommonMark lists it. */
const blockNames =
	'address|article|aside|base(?:font)?|blockquote|body|caption|center|col(?:group)?|d[dlt]|details|dialog|dir|div|fieldset' +
	'|fig(?:caption|ure)|footer|form|frame(?:set)?|h[1-6]|head(?:er)?|hr|html|iframe|legend|li|link|main|menu(?:item)?|nav' +
	'|noframes|[ou]l|optgroup|option|p|param|search|section|summary|table|t(?:body|d|foot|h|head|itle|r|rack)';
const markup = new RegExp(`^</?(?:${blockNames})(?:\\s|/?>|$)`, 'i');
/** A whole tag that has its line for itself. */
const loneTag =
	/^<(?:\/[a-z][a-z\d-]*\s*|[a-z][a-z\d-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?)>\s*$/i;

/** What a browser reads as no HTML until its end. */
const opaque =
	/<!--(?!-?>)[^]*?(?<comment>-->|$)|<(?<name>script|style|textarea|title|iframe|xmp)(?=[\s/>])[^]*?(?<end><\/\k<name>|$)/gi;
/** What it folds, hides or formats, in which HTML may stand, also more of the same. */
const folding = /<(\/?)(pre|template|details)(?=[\s/>])/gi;
/** Where something may begin that a viewer does not hand on from a paragraph. */
const kept = /\\[^]|`+|<!--|-->/g;

/** What ends the HTML that a line begins with; null where it begins with none. */
function htmlEnd(line: string, isParagraph: boolean): string | null {
	const [, kind = '', name = ''] =
		/^<(!--|\?|!\[CDATA\[|![a-z]|(script|style|pre|textarea)(?=[\s>]|$))/i.exec(line) ?? [];
	if (name !== '') return `</${name.toLowerCase()}>`;
	if (kind !== '') return { '!--': '-->', '?': '?>', '![CDATA[': ']]>' }[kind.toUpperCase()] ?? '>';
	return markup.test(line) || (!isParagraph && loneTag.test(line)) ? '' : null;
}

/** Whether HTML ends with a line. */
const endsWith = (end: string, line: string): boolean =>
	end.startsWith('</')
		? /<\/(?:script|style|pre|textarea)>/i.test(line)
		: end !== '' && line.includes(end);

interface Item {
	/** How far what belongs to it is indented; 0 in a quote. */
	readonly indent: number;
	/** Its first line. */
	readonly rest: string;
}

function itemOf(line: string, isParagraph: boolean): Item | null {
	if (rule.test(line)) return null;
	const [, mark = '', number, space = '', rest = ''] =
		/^( {0,3}(?:[-*+]|(\d{1,9})[.)]))( +|$)(.*)$/.exec(line) ?? [];
	if (mark === '') return null;
	if (isParagraph && (rest === '' || Number(number ?? 1) !== 1)) return null;
	const width = rest === '' || space.length > 4 ? 1 : space.length;
	const indent = mark.length + width;
	return { indent, rest: line.slice(indent) };
}

const quote = /^ {0,3}> ?/;
const rule = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/;

/** Deeper no viewer goes, nor does the work of looking. */
const deepest = 100;

/** Tabs stand for as many spaces as lead to the next fourth column. */
const untabbed = (start: string): string =>
	start.split('\t').reduce((done, next) => done + ' '.repeat(4 - (done.length % 4)) + next);

/**
 * What closes the block of code, or all HTML, in which a text ends; empty where it ends in none, or in code of an item or
 * a quote, which ends with these. HTML does not: no viewer shows what follows a comment in a quote. Blocks are told as
 * CommonMark tells them, for what looks like the start of code is none within HTML.
 */
export function openFence(text: string): string {
	/** The indents of the quotes and items that the last line stood in. */
	const around: number[] = [];
	let block: Block = 'none';
	/** What a viewer hands on as HTML. */
	let html = '';
	let paragraph = '';
	const endParagraph = () => {
		html += handedOn(paragraph);
		paragraph = '';
	};
	for (const told of text.split(/\r?\n/)) {
		let line = told.replace(/^[-+*>.)\d\s]*/, untabbed);
		let depth = 0;
		for (; depth < around.length; depth++) {
			const indent = around[depth] ?? 0;
			const isHeld =
				indent === 0 ? quote.test(line) : line.trim() === '' || line.startsWith(' '.repeat(indent));
			if (!isHeld) break;
			line = indent === 0 ? line.replace(quote, '') : line.slice(indent);
		}
		let isLeft = depth < around.length;
		if (typeof block === 'object') {
			if (isLeft) block = 'none';
			else if ('code' in block) {
				const [, mark = '', info = ''] = fence.exec(line) ?? [];
				if (mark.startsWith(block.code) && info.trim() === '') block = 'none';
				continue;
			} else if (block.html !== '' || line.trim() !== '') {
				html += `${line}\n`;
				if (endsWith(block.html, line)) block = 'none';
				continue;
			}
		}
		let isParagraph: boolean = block === 'paragraph';
		while (depth < deepest) {
			const item: Item | null = quote.test(line)
				? { indent: 0, rest: line.replace(quote, '') }
				: itemOf(line, isParagraph && !isLeft);
			if (item === null) break;
			around.length = depth++;
			around.push(item.indent);
			line = item.rest;
			block = line.trim() === '' && item.indent > 0 ? 'empty item' : 'none';
			isParagraph = false;
			isLeft = false;
		}
		const isIndented = line.startsWith('    ');
		const [, code] = fence.exec(line) ?? [];
		const end: string | null = isIndented ? null : htmlEnd(line.trimStart(), isParagraph);
		const isHeading = /^ {0,3}#{1,6}(?:\s|$)/.test(line);
		if (!isParagraph || isHeading) endParagraph();
		let next: Block = 'none';
		if (line.trim() === '') {
			// Nothing belongs to an item that begins with two empty lines.
			if (block === 'empty item' && told.trim() === '') depth--;
			else if (block === 'empty item') next = block;
		} else if (isIndented) {
			if (isParagraph) paragraph += `${line}\n`;
			next = isParagraph ? 'paragraph' : 'none';
		} else if (code !== undefined) next = { code };
		else if (end !== null) {
			endParagraph();
			html += `${line}\n`;
			next = endsWith(end, line) ? 'none' : { html: end };
		} else {
			paragraph += `${line}\n`;
			const isUnderlined = isParagraph && !isLeft && /^ {0,3}(?:=+|-+)\s*$/.test(line);
			if (!isUnderlined && !rule.test(line) && !isHeading) next = 'paragraph';
		}
		if (next !== 'paragraph') endParagraph();
		// A paragraph may go on outside of the quote it began in.
		if (!isParagraph || next !== 'paragraph') around.length = depth;
		block = next;
	}
	endParagraph();
	if (typeof block === 'object') {
		if ('html' in block && block.html !== '') return block.html;
		if ('code' in block && around.length === 0) return block.code;
	}
	return endOfHtml(html);
}

/**
 * What closes HTML at its end: what is opaque, or all that is folded, the innermost first. An end also ends what was opened
 * within, but of a template.
 */
function endOfHtml(html: string): string {
	for (const { groups = {} } of html.matchAll(opaque)) {
		if (groups['comment'] === '') return '-->';
		if (groups['end'] === '') return `</${groups['name']?.toLowerCase() ?? ''}>`;
	}
	const open: string[] = [];
	for (const [, slash, tag = ''] of html.replace(opaque, '').matchAll(folding)) {
		const name = tag.toLowerCase();
		if (slash === '') {
			open.push(name);
			continue;
		}
		const at = open.lastIndexOf(name);
		if (at >= 0 && (name === 'template' || at > open.lastIndexOf('template'))) open.length = at;
	}
	return open
		.reverse()
		.map((name) => `</${name}>`)
		.join('');
}

/**
 * A paragraph without what a viewer shows as it stands, or not at all: code, which ends with as many signs as it began with,
 * and comments, each also lines later.
 */
function handedOn(paragraph: string): string {
	let html = '';
	let at = 0;
	const lastEnd = paragraph.lastIndexOf('-->');
	for (const { 0: sign, index } of paragraph.matchAll(kept)) {
		if (index < at) continue;
		html += paragraph.slice(at, index);
		at = index + sign.length;
		if (sign.startsWith('`')) {
			const end = new RegExp(`(?<!\`)${sign}(?!\`)`, 'g');
			end.lastIndex = at;
			if (end.test(paragraph)) at = end.lastIndex;
		} else if (sign === '<!--' && index < lastEnd) at = paragraph.indexOf('-->', index + 2) + 3;
	}
	return html + paragraph.slice(at);
}
