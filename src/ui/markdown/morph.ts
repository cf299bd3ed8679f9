/** Brings nodes of the page into line with freshly rendered ones, touching only what differs: selections, scroll
 *  positions and layout of everything that stayed the same survive. */

/** Makes the children of `target` equal to those of `fresh`; nodes of `fresh` may be moved into the page. */
export function morph(target: Node, fresh: Node) {
	const wanted = [...fresh.childNodes];
	let present = target.firstChild;
	for (const node of wanted) {
		if (!present) {
			target.appendChild(node);
			continue;
		}
		const following: ChildNode | null = present.nextSibling;
		if (!present.isEqualNode(node)) bringInLine(present, node);
		present = following;
	}
	while (present) {
		const following: ChildNode | null = present.nextSibling;
		present.remove();
		present = following;
	}
}

function bringInLine(present: ChildNode, node: ChildNode) {
	// Whether it is open is the reader's doing, unless it turns out that nothing closes it.
	if (present instanceof HTMLDetailsElement && node instanceof HTMLDetailsElement)
		present.open = node.open ||= present.open;
	if (present instanceof Text && node instanceof Text) {
		// Growing text is appended, so that what is selected in it stays selected.
		if (node.data.startsWith(present.data)) present.appendData(node.data.slice(present.length));
		else present.data = node.data;
	} else if (present instanceof Element && node instanceof Element && isSameShell(present, node)) {
		morph(present, node);
	} else {
		present.replaceWith(node);
	}
}

/** Same element with the same attributes: only what is inside may differ. */
function isSameShell(present: Element, node: Element): boolean {
	return present.cloneNode(false).isEqualNode(node.cloneNode(false));
}
