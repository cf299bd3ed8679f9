/** The second wall: whatever the parser let through is cut down to a short list of elements. The only file that
 *  hands HTML to the page, and only as TrustedHTML where the browser knows it. */
import purify from 'dompurify';
import { destinationOf, pathInApp } from './links.ts';

const elements = [
	...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'hr', 'br'],
	...['details', 'summary'],
	...['em', 'strong', 's', 'sub', 'sup', 'kbd', 'mark', 'u', 'code', 'pre', 'a', 'div', 'span'],
	...['table', 'thead', 'tbody', 'tr', 'th', 'td']
];

/** What KaTeX writes, but for pictures, links and styles. */
const mathElements = [
	...['math', 'semantics', 'annotation', 'mrow', 'mi', 'mn', 'mo', 'mtext', 'mspace'],
	...['msup', 'msub', 'msubsup', 'mover', 'munder', 'munderover', 'mfrac', 'msqrt', 'mroot'],
	...['mtable', 'mtr', 'mtd', 'mstyle', 'mpadded', 'mphantom', 'menclose']
];
const mathAttributes = new Set([
	...['display', 'encoding', 'mathvariant', 'mathcolor', 'mathbackground', 'mathsize'],
	...['displaystyle', 'scriptlevel', 'accent', 'accentunder', 'fence', 'separator', 'stretchy'],
	...['largeop', 'lspace', 'rspace', 'minsize', 'maxsize', 'width', 'height', 'depth', 'voffset'],
	...['linethickness', 'columnalign', 'columnlines', 'rowlines', 'notation']
]);
const mathNamespace = 'http://www.w3.org/1998/Math/MathML';

// Ours, and what highlight.js writes (`hljs-title function_`).
const classes =
	/^(?:block|formula|note-ref|notes|host|remote-image|code|code-head|scroll|ends|centred|task|alert|alert-[a-z]+|language-[\w-]+|hljs-[\w-]+|[a-z]+_)$/;

const sanitizer = purify(window);

sanitizer.addHook('uponSanitizeAttribute', (element, attribute) => {
	const { attrName, attrValue } = attribute;
	if (mathAttributes.has(attrName) || element.namespaceURI === mathNamespace) {
		attribute.keepAttr = mathAttributes.has(attrName) && element.namespaceURI === mathNamespace;
	} else if (attrName === 'href') {
		const address = pathInApp(attrValue) ?? destinationOf(attrValue)?.href;
		if (element.nodeName === 'A' && address !== undefined) attribute.attrValue = address;
		else attribute.keepAttr = false;
	} else if (attrName === 'class') {
		const kept = attrValue.split(/\s+/).filter((name) => classes.test(name));
		attribute.attrValue = kept.join(' ');
		if (kept.length === 0) attribute.keepAttr = false;
	} else if (attrName === 'open') {
		if (element.nodeName !== 'DETAILS') attribute.keepAttr = false;
	} else if (attrName === 'start') {
		if (element.nodeName !== 'OL' || !/^\d{1,9}$/.test(attrValue)) attribute.keepAttr = false;
	}
});

// A link never gets a handle on this window, whoever wrote it. One to another place of the app opens here.
sanitizer.addHook('afterSanitizeAttributes', (element) => {
	if (element.nodeName !== 'A') return;
	if (pathInApp(element.getAttribute('href') ?? '') !== null) {
		element.removeAttribute('target');
		element.removeAttribute('rel');
		return;
	}
	element.setAttribute('target', '_blank');
	element.setAttribute('rel', 'noopener noreferrer');
});

// Once, not with each call: reading the settings costs as much as cleaning a paragraph.
sanitizer.setConfig({
	ALLOWED_TAGS: [...elements, ...mathElements],
	ALLOWED_ATTR: ['href', 'class', 'open', 'start', 'target', 'rel', ...mathAttributes],
	// What stands in these is no address, and would be held against the rule for addresses.
	ADD_URI_SAFE_ATTR: ['start', ...mathAttributes],
	ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto):|\/(?![/\\]))/i,
	ALLOW_DATA_ATTR: false,
	ALLOW_ARIA_ATTR: false,
	RETURN_TRUSTED_TYPE: true
});

/** Sanitized nodes, ready to be put into the page. */
export function toFragment(html: string): DocumentFragment {
	const template = document.createElement('template');
	// TrustedHTML where the browser knows it, which the type cannot say.
	template.innerHTML = sanitizer.sanitize(html);
	return template.content;
}
