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
const comma = 0x2c;

const isSpace = (code: number): boolean =>
	code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0xfeff;

const tooLarge: JsonPart = { kind: 'too-large', text: '' };

/** Text that comes in pieces; too much is counted but no longer held. `limit` in UTF-16 units. */
function pieceBuffer(limit: number) {
	let parts: string[] = [];
	let size = 0;
	return {
		keep(piece: string): void {
			size += piece.length;
			if (size <= limit) parts.push(piece);
			else parts = [];
		},
		/** The text that was kept, or null if it was too long; the next text begins empty. */
		take(): string | null {
			const text = size > limit ? null : parts.join('');
			parts = [];
			size = 0;
			return text;
		}
	};
}

/** Where strings end, also one that goes on over several pieces. */
function stringScanner() {
	let isInside = false;
	/** The piece ended between a backslash and the sign it stands before. */
	let isEscaped = false;
	/** The next backslash of the piece from a place on; looked for once for all strings before it. */
	let escapeAt = -1;
	function nextEscape(piece: string, from: number): number {
		if (escapeAt < from) {
			const found = piece.indexOf('\\', from);
			escapeAt = found < 0 ? Infinity : found;
		}
		return escapeAt;
	}
	/** The place behind the string in which `at` stands, or the end of the piece. */
	function skip(piece: string, at: number): number {
		isInside = true;
		let next = at;
		for (;;) {
			const end = piece.indexOf('"', next);
			const escape = nextEscape(piece, next);
			if (escape > (end < 0 ? piece.length : end)) {
				if (end < 0) return piece.length;
				isInside = false;
				return end + 1;
			}
			next = escape + 2;
			if (next > piece.length) {
				isEscaped = true;
				return piece.length;
			}
		}
	}
	return {
		skip,
		/** To be called once a piece: the place behind the string that the last one ended in. */
		begin(piece: string, from: number): number {
			escapeAt = -1;
			if (!isInside || from === piece.length) return from;
			const at = isEscaped ? from + 1 : from;
			isEscaped = false;
			return skip(piece, at);
		}
	};
}

/** Items of a list, from behind its opening bracket. `limits` as for `splitJson`. */
function itemScanner(limits: { readonly size: number; readonly depth: number }) {
	const strings = stringScanner();
	const item = pieceBuffer(limits.size);
	let depth = 1;
	let deepest = 0;
	let isOpen = false;
	let isOver = false;

	function take(): JsonPart {
		const text = item.take();
		const isTooDeep = deepest > limits.depth;
		deepest = 0;
		isOpen = false;
		if (text === null) return tooLarge;
		return isTooDeep ? { kind: 'too-deep', text: '' } : { kind: 'item', text: text.trim() };
	}

	function push(piece: string, from: number): JsonPart[] {
		const found: JsonPart[] = [];
		let start = from;
		let at = strings.begin(piece, from);
		while (at < piece.length) {
			const code = piece.charCodeAt(at);
			if (depth === 1 && (code === comma || code === bracket.close)) {
				if (isOpen) {
					item.keep(piece.slice(start, at));
					found.push(take());
				}
				start = at + 1;
				if (code === bracket.close) {
					isOver = true;
					return found;
				}
			} else if (!isOpen && !isSpace(code)) {
				isOpen = true;
				start = at;
			}
			at++;
			if (code === quote) at = strings.skip(piece, at);
			else if (code === bracket.open || code === brace.open) {
				depth++;
				if (depth > deepest) deepest = depth;
			} else if (code === bracket.close || code === brace.close) depth--;
		}
		if (isOpen) item.keep(piece.slice(start));
		return found;
	}
	return { push, isOver: () => isOver };
}

/** `limits`: UTF-16 units and nesting of one item. */
export function splitJson(limits: { readonly size: number; readonly depth: number }): JsonSplitter {
	let mode: 'start' | 'list' | 'whole' = 'start';
	const items = itemScanner(limits);
	const whole = pieceBuffer(limits.size);
	return {
		push(piece) {
			let from = 0;
			if (mode === 'start') {
				while (from < piece.length && isSpace(piece.charCodeAt(from))) from++;
				if (from === piece.length) return [];
				mode = piece.charCodeAt(from) === bracket.open ? 'list' : 'whole';
				if (mode === 'list') from++;
			}
			if (mode === 'list') return items.isOver() ? [] : items.push(piece, from);
			whole.keep(from === 0 ? piece : piece.slice(from));
			return [];
		},
		end() {
			if (mode === 'start') return [];
			if (mode === 'list') return items.isOver() ? [] : [{ kind: 'cut-off', text: '' }];
			const text = whole.take();
			return [text === null ? tooLarge : { kind: 'whole', text: text.trim() }];
		}
	};
}

/** Lines of a text that comes in pieces; `limit` in UTF-16 units. */
export function splitLines(limit: number): JsonSplitter {
	const line = pieceBuffer(limit);
	const take = (): JsonPart[] => {
		const text = line.take();
		if (text === null) return [tooLarge];
		return text.trim() === '' ? [] : [{ kind: 'item', text }];
	};
	return {
		push(piece) {
			const found: JsonPart[] = [];
			let start = 0;
			for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', start)) {
				line.keep(piece.slice(start, end));
				found.push(...take());
				start = end + 1;
			}
			if (start < piece.length) line.keep(piece.slice(start));
			return found;
		},
		end: take
	};
}
