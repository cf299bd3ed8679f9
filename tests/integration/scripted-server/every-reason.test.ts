/** A rule that no request breaks is a rule that nobody has seen work. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { brokenBodies, brokenCalls } from './broken-requests.ts';
import { send, sound, withServer } from './requests.ts';
import {
	brokenThinking,
	budget,
	openStep,
	thoughtless,
	threeTurns,
	without
} from './thinking-turns.ts';

withServer();

/** The reasons a file can give, each as a pattern: a string of the source with its gaps. */
function reasonsIn(file: URL): RegExp[] {
	const source = readFileSync(file, 'utf8');
	const given = source.matchAll(
		/(?:badRequest\(|new Refusal\(\s*\d+,\s*'\w+',)\s*(?:\w+ === undefined \? )?(['"`])((?:\\.|(?!\1).)*)\1/gs
	);
	return [...given].map(([, , text = '']) => {
		const parts = text.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/);
		const literal = parts.map((part) =>
			part.replaceAll(/\\(.)/g, '$1').replaceAll(/[\^$.*+?()[\]{}|]/g, String.raw`\$&`)
		);
		return new RegExp(`^${literal.join('.*')}`, 's');
	});
}

/** The reasons with which the server refuses the requests that are broken on purpose. */
async function reasonsGiven(): Promise<readonly string[]> {
	const turns = await threeTurns();
	const { step, loop } = await openStep(turns);
	const refused = [
		await send(sound({ model: 'claude-9' })),
		await send({ ...thoughtless, ...budget }),
		await send(loop(turns, without(step)))
	];
	for (const [, body] of brokenBodies) refused.push(await send(body));
	for (const [, options] of brokenCalls) refused.push(await send(sound(), options));
	for (const [, change] of brokenThinking) refused.push(await send(change(turns)));
	return refused.map(({ json }) => json.error?.message ?? '');
}

describe('No rule is without a request that breaks it', () => {
	const rules = new URL('../../support/anthropic/rules/', import.meta.url);
	const files = [
		...readdirSync(rules).map((name) => new URL(name, rules)),
		new URL('../thinking.ts', rules)
	];

	it('every reason that stands in the rules is given to one of the broken requests', async () => {
		const reasons = files.flatMap(reasonsIn);
		const thrown = files.flatMap((file) =>
			Array.from(readFileSync(file, 'utf8').matchAll(/throw (badRequest|new Refusal)\(/g))
		);
		expect(reasons).toHaveLength(thrown.length);
		const given = await reasonsGiven();
		expect(reasons.filter((reason) => !given.some((one) => reason.test(one)))).toEqual([]);
	});
});
