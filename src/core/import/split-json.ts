/** Taking a large JSON list apart while it is read: one item at a time is held, never the whole text. */

export interface JsonPart {
	/** `item` of a list; `whole` text that is no list; why an item cannot be read. */
	readonly kind: 'item' | 'whole' | 'too-large' | 'too-deep' | 'cut-off';
	readonly text: string;
}

export interface JsonSplitter {
	/** Take in a piece; gives the items that end in it. */
	push(piece: string): readonly JsonPart[];
	/** The text is over: what is left. */
	end(): readonly JsonPart[];
}

const bracket = { open: 0x5b, close: 0x5d };
const brace = { open: 0x7b, close: 0x7d };
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

const isSpace = (code: number): boolean =>
	code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0xfeff;

/** `limits`: UTF-16 units and nesting of one item. */
export function splitJson(limits: { readonly size: number; readonly depth: number }): JsonSplitter {
	let mode: 'start' | 'list' | 'whole' | 'over' = 'start';
	let depth = 0;
	let deepest = 0;
	let inString = false;
	let escaped = false;
	let parts: string[] = [];
	let size = 0;
	let isOpen = false;

	const keep = (piece: string): void => {
		size += piece.length;
		// Too much is counted but no longer held.
		if (size <= limits.size) parts.push(piece);
		else parts = [];
	};
	const take = (): JsonPart => {
		const text = parts.join('').trim();
		const kind = size > limits.size ? 'too-large' : deepest > limits.depth ? 'too-deep' : 'item';
		parts = [];
		size = 0;
		deepest = 0;
		isOpen = false;
		return { kind, text: kind === 'item' ? text : '' };
	};
	/** The next backslash of the piece at or behind a place; looked for once, not once a string. */
	let escapeAt = -1;
	function nextEscape(piece: string, from: number): number {
		if (escapeAt < from) {
			const found = piece.indexOf('\\', from);
			escapeAt = found < 0 ? Infinity : found;
		}
		return escapeAt;
	}
	/** The place behind the string in which `at` stands, or the end of the piece. */
	function skipString(piece: string, at: number): number {
		let next = at;
		if (escaped) {
			escaped = false;
			next++;
		}
		for (;;) {
			const end = piece.indexOf('"', next);
			const escape = nextEscape(piece, next);
			if (escape > (end < 0 ? piece.length : end)) {
				if (end < 0) return piece.length;
				inString = false;
				return end + 1;
			}
			next = escape + 2;
			if (next > piece.length) {
				escaped = true;
				return piece.length;
			}
		}
	}

	function inList(piece: string, from: number): JsonPart[] {
		const found: JsonPart[] = [];
		escapeAt = -1;
		let start = from;
		let at = from;
		while (at < piece.length) {
			if (inString) {
				at = skipString(piece, at);
				continue;
			}
			const code = piece.charCodeAt(at);
			if (depth === 1 && (code === comma || code === bracket.close)) {
				if (isOpen) {
					keep(piece.slice(start, at));
					found.push(take());
				}
				start = at + 1;
				if (code === bracket.close) {
					mode = 'over';
					return found;
				}
			} else if (!isOpen && !isSpace(code)) {
				isOpen = true;
				start = at;
			}
			if (code === quote) inString = true;
			else if (code === bracket.open || code === brace.open) {
				depth++;
				if (depth > deepest) deepest = depth;
			} else if (code === bracket.close || code === brace.close) depth--;
			else if (code === backslash) escaped = false;
			at++;
		}
		if (isOpen) keep(piece.slice(start));
		return found;
	}

	return {
		push(piece) {
			let from = 0;
			if (mode === 'start') {
				while (from < piece.length && isSpace(piece.charCodeAt(from))) from++;
				if (from === piece.length) return [];
				mode = piece.charCodeAt(from) === bracket.open ? 'list' : 'whole';
				if (mode === 'list') {
					depth = 1;
					from++;
				}
			}
			if (mode === 'list') return inList(piece, from);
			if (mode === 'whole') keep(from === 0 ? piece : piece.slice(from));
			return [];
		},
		end() {
			if (mode === 'whole') {
				const part = take();
				return [part.kind === 'item' ? { ...part, kind: 'whole' } : part];
			}
			return mode === 'list' ? [{ kind: 'cut-off', text: '' }] : [];
		}
	};
}

/** Lines of a text that comes in pieces; `limit` in UTF-16 units. */
export function splitLines(limit: number): JsonSplitter {
	let parts: string[] = [];
	let size = 0;
	const keep = (piece: string): void => {
		size += piece.length;
		if (size <= limit) parts.push(piece);
		else parts = [];
	};
	const take = (): JsonPart[] => {
		const text = parts.join('');
		const isOver = size > limit;
		parts = [];
		size = 0;
		if (isOver) return [{ kind: 'too-large', text: '' }];
		return text.trim() === '' ? [] : [{ kind: 'item', text }];
	};
	return {
		push(piece) {
			const found: JsonPart[] = [];
			let start = 0;
			for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', start)) {
				keep(piece.slice(start, end));
				found.push(...take());
				start = end + 1;
			}
			if (start < piece.length) keep(piece.slice(start));
			return found;
		},
		end: take
	};
}
