import { describe, expect, test } from 'vitest';
import { handedIn, judgeOrigin, typedIn } from '#core/provenance/line-origin.ts';
import { taintOf } from '#core/provenance/taint.ts';
import { cleanLine } from '#core/lines/line.ts';
import { attacksOf, halves } from '../../support/recorded/red-team.ts';
import { exchangesOf } from '../../support/recorded/red-team-session.ts';

/** The red-team set one attack at a time, without anything else that could make its session suspicious (INV-32). */

/** Those with an attack that is met in the session itself; how a summary or a file is judged, the whole way shows. */
const met = halves.filter((half) => attacksOf(half).some(exchangesOf));

describe.each(met)('INV-32 the %s part of the red-team set, judged alone', (half) => {
	const attacks = attacksOf(half).flatMap((attack) => {
		const exchanges = exchangesOf(attack);
		return exchanges ? [[attack.id, attack.wants, exchanges] as const] : [];
	});
	test.each(attacks)('%s is not the user’s word and not the assistant’s', (_, wants, exchanges) => {
		const judge = judgeOrigin({
			typed: typedIn(exchanges),
			handed: handedIn(exchanges),
			taint: taintOf(exchanges, 'none')
		});
		expect(['tool', 'web', 'import']).toContain(judge(cleanLine(wants)));
	});
});
