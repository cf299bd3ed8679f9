/** MathML as KaTeX writes it, brought to what browsers draw: Chromium knows no attributes for letters, columns and lines. */

/** Letters that stand apart from the rows of their alphabet, by variant. */
const apart: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	'double-struck': { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' },
	script: {
		...{ B: 'ℬ', E: 'ℰ', F: 'ℱ', H: 'ℋ', I: 'ℐ', L: 'ℒ', M: 'ℳ', R: 'ℛ' },
		...{ e: 'ℯ', g: 'ℊ', o: 'ℴ' }
	},
	fraktur: { C: 'ℭ', H: 'ℌ', I: 'ℑ', R: 'ℜ', Z: 'ℨ' }
};

/** Where the rows of capitals, small letters and digits begin (Unicode, Mathematical Alphanumeric Symbols). */
const rows: Readonly<Record<string, { readonly letters: number; readonly digits?: number }>> = {
	'double-struck': { letters: 0x1d538, digits: 0x1d7d8 },
	script: { letters: 0x1d49c },
	fraktur: { letters: 0x1d504 }
};

/** KaTeX takes signs of relation for bars around something; only these grow and stand close. */
const fences: Readonly<Record<string, string>> = { '∣': '|', '∥': '‖' };

/** Changes what the sanitizer has let through; nothing is added but classes and letters. */
export function mendMath(math: Element): void {
	for (const element of math.querySelectorAll('[mathvariant]')) drawLetters(element);
	for (const fence of math.querySelectorAll('mo[fence]'))
		fence.textContent = fences[fence.textContent] ?? fence.textContent;
	for (const table of math.querySelectorAll('mtable')) drawTable(table);
}

function drawLetters(element: Element) {
	const variant = element.getAttribute('mathvariant') ?? '';
	const row = rows[variant];
	if (!row) return;
	element.textContent = element.textContent.replace(
		/[A-Za-z0-9]/g,
		(sign) => apart[variant]?.[sign] ?? inRow(sign, row)
	);
}

function inRow(sign: string, { letters, digits }: (typeof rows)[string]): string {
	const code = sign.charCodeAt(0);
	if (/\d/.test(sign))
		return digits === undefined ? sign : String.fromCodePoint(digits + code - 48);
	return String.fromCodePoint(letters + (code >= 97 ? code - 97 + 26 : code - 65));
}

function drawTable(table: Element) {
	const listed = (name: string) => (table.getAttribute(name) ?? '').split(' ');
	const aligned = listed('columnalign');
	const after = listed('columnlines');
	const below = listed('rowlines');
	for (const [row, { children }] of [...table.children].entries()) {
		for (const [column, cell] of [...children].entries()) {
			if (aligned[column] === 'left' || aligned[column] === 'right')
				cell.classList.add(aligned[column]);
			if (isLine(after[column])) cell.classList.add('line-after');
			if (isLine(below[row])) cell.classList.add('line-below');
		}
	}
}

const isLine = (kind: string | undefined): boolean => kind === 'solid' || kind === 'dashed';
