/** Answers with what stands for some messages after a compaction without any model, over JSON lines. */
import { createInterface } from 'node:readline';
import process from 'node:process';
import { passagesOf, type SessionLine } from './survival-passages.ts';
import { rankAnchors } from '../../src/core/anchors/rank.ts';
import { familyOf } from '../../src/core/tokens/family.ts';
import { isFamily } from '../../src/core/tokens/weights.ts';

interface Question {
	readonly messages: readonly SessionLine[];
	readonly budget?: number;
	readonly family?: string;
}

function answer({ messages, budget = 2000, family = '' }: Question): { kept: string } {
	const named = isFamily(family) ? family : familyOf(family);
	return { kept: rankAnchors(passagesOf(messages), { budget, family: named }).text };
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
	if (line.trim() === '') continue;
	process.stdout.write(JSON.stringify(answer(JSON.parse(line) as Question)) + '\n');
}
