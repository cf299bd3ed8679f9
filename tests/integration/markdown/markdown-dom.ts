/** Mends two things of happy-dom that DOMPurify relies on; import it before anything that shows Markdown. Without it
 *  every element counts as nameless and the walk ends at the first one that is taken out. */

function nodeName(this: Node): string {
	if (this.nodeType === Node.ELEMENT_NODE) return (this as Element).tagName;
	if (this.nodeType === Node.TEXT_NODE) return '#text';
	if (this.nodeType === Node.COMMENT_NODE) return '#comment';
	if (this.nodeType === Node.DOCUMENT_NODE) return '#document';
	return this.nodeType === Node.DOCUMENT_FRAGMENT_NODE ? '#document-fragment' : '';
}

Object.defineProperty(Node.prototype, 'nodeName', { configurable: true, get: nodeName });

/** Node after `node` in document order inside `root`, its descendants left out if asked. */
function following(node: Node, { root, inside }: { root: Node; inside: boolean }): Node | null {
	if (inside && node.firstChild) return node.firstChild;
	for (let at: Node | null = node; at && at !== root; at = at.parentNode) {
		if (at.nextSibling) return at.nextSibling;
	}
	return null;
}

/** The standard's rule: when the current node is taken out, the walk goes on behind the node before it. */
class Walk {
	readonly root: Node;
	readonly #mask: number;
	#current: Node | null = null;
	#before: Node | null = null;

	constructor(root: Node, mask: number) {
		this.root = root;
		this.#mask = mask;
	}

	nextNode(): Node | null {
		for (;;) {
			const next = this.#step();
			if (!next) return null;
			this.#before = this.#nodeBefore(next);
			this.#current = next;
			if ((this.#mask & (1 << (next.nodeType - 1))) !== 0) return next;
		}
	}

	#step(): Node | null {
		if (!this.#current) return this.root;
		const present = this.#current === this.root || this.root.contains(this.#current);
		if (present) return following(this.#current, { root: this.root, inside: true });
		const before = this.#before ?? this.root;
		// Hoisted content and the rest both stand right behind the node before.
		return before === this.root || before.contains(this.#current)
			? before.firstChild
			: following(before, { root: this.root, inside: false });
	}

	/** The preceding sibling as a whole, or the parent. */
	#nodeBefore(node: Node): Node | null {
		return node === this.root ? null : (node.previousSibling ?? node.parentNode);
	}
}

Object.defineProperty(Document.prototype, 'createNodeIterator', {
	configurable: true,
	value: (root: Node, mask: number) => new Walk(root, mask)
});
