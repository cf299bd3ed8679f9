import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import ts from 'typescript';

/**
 * Which patterns of the app begin anew at each sign of a run, so that twice as much takes four times as long: what
 * somebody pastes, a model repeats or a file holds would keep the page or a worker busy. Each pattern that is written
 * out in the source goes through each piece again and again, with something in front of it and behind it.
 */

const source = path.join(import.meta.dirname, '../../src');

const pieces = [
	...'aA1.,:;/\\|`<>()[]{}"\'_=~!?@&%+$^#*-'.split(''),
	...[' ', '\t', '\n', '\r\n', '\r', '\u00a0', 'é', '日', '\u0301', 'a ', 'A a', '1 ', 'a1', 'aA'],
	...[
		'a\n',
		'\n ',
		' \n',
		'x\n\n',
		'- ',
		'* ',
		'> ',
		'# ',
		'| ',
		'- a\n',
		'## a\n',
		'---\n',
		'- [ ] '
	],
	...['1.', '1,', '1-', 'a.', 'a,', 'a-', 'a_', 'a/', '/a', 'a:', 'a@', 'a=', '. A', 'Mr. '],
	...[
		'[a',
		'](',
		'![',
		'[[',
		'[a](b',
		'(a',
		'{a',
		'<a',
		'<a>',
		'</',
		'="',
		'a"',
		'\\"',
		'&a',
		'« '
	],
	...[
		'**',
		'``',
		'```',
		'```\n',
		'`a',
		'~~',
		'--',
		'$$',
		'$a',
		'http://',
		'the ',
		'not ',
		'turn 1 '
	]
];
const around = [
	['', ''],
	['x ', '\u0001'],
	['a', ' !'],
	...'"[(<`'.split('').map((sign) => [sign, '\u0001']),
	['\n- ', '\n']
] as const;

/** Repetitions, and how many times as many they are held against. */
const few = 1500;
const times = 4;
/** Ms of the processor; what takes less is not looked at. */
const noticed = { few: 1, many: 20 };
/** Of twice as much in twice the time it is 1, of four times the time 2. */
const steepest = 1.7;

const filesOf = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.(?:ts|svelte)$/.test(name))
		.map((name) => path.join(folder, name));

/** A component is read by its scripts. */
function codeOf(file: string): string {
	const text = readFileSync(file, 'utf8');
	if (file.endsWith('.ts')) return text;
	return [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)]
		.map(([, code]) => code)
		.join('\n');
}

function patternsIn(file: string): RegExp[] {
	const found: RegExp[] = [];
	const look = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) {
			const end = node.text.lastIndexOf('/');
			const flags = new Set([...node.text.slice(end + 1).split(''), 'g']);
			found.push(new RegExp(node.text.slice(1, end), [...flags].join('')));
		}
		ts.forEachChild(node, look);
	};
	look(ts.createSourceFile('code.ts', codeOf(file), ts.ScriptTarget.Latest));
	return found;
}

/** Ms of the processor, the least of a few. */
function msOf(pattern: RegExp, text: string, tries: number): number {
	let least = Infinity;
	for (let at = 0; at < tries; at++) {
		const began = process.cpuUsage();
		text.replace(pattern, '');
		const { user, system } = process.cpuUsage(began);
		least = Math.min(least, (user + system) / 1000);
	}
	return least;
}

interface Steep {
	readonly ms: number;
	readonly growth: number;
	readonly text: string;
}

function steepestOf(pattern: RegExp): Steep | null {
	let found: Steep | null = null;
	for (const piece of pieces)
		for (const [before, behind] of around) {
			const text = (count: number) => before + piece.repeat(count) + behind;
			if (msOf(pattern, text(few), 1) < noticed.few) continue;
			const least = msOf(pattern, text(few), 3);
			const ms = least < noticed.few ? 0 : msOf(pattern, text(few * times), 2);
			const growth = Math.log(ms / least) / Math.log(times);
			if (ms > Math.max(noticed.many, found?.ms ?? 0) && growth > steepest)
				found = { ms, growth, text: JSON.stringify([before, piece, behind]) };
		}
	return found;
}

let looked = 0;
let steep = 0;
for (const file of filesOf(source))
	for (const pattern of patternsIn(file)) {
		looked++;
		const found = steepestOf(pattern);
		if (!found) continue;
		steep++;
		const { ms, growth, text } = found;
		const where = path.relative(source, file);
		process.stdout.write(
			`${where}  ${pattern.source.slice(0, 120)}\n  ${ms.toFixed(0)} ms, power ${growth.toFixed(1)}: ${text}\n`
		);
	}
process.stdout.write(
	`${String(steep)} of ${String(looked)} patterns grow faster than what they read\n`
);
process.exitCode = steep > 0 ? 1 : 0;
