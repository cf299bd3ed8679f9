import type { Failed } from '#core/failure.ts';
import { onCopies } from '#flows/copies/on-copies.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';

/**
 * What deletes or forgets writes down what goes before it goes, and a full disk would refuse that too: the one way out
 * would be shut. So the copies on this device give way to it, the oldest of the ring first, one at a time, and never the
 * newest. Those set aside stay: the user has decided about them.
 */
export async function copiesGiveWay<Outcome extends { readonly status: string }>(
	app: Pick<App, 'locks' | 'workshop'>,
	work: () => Promise<Outcome | Failed>
): Promise<Outcome | Failed> {
	let outcome = await work();
	if (!isFull(outcome)) return outcome;
	const copies = onCopies(app);
	const listed = await copies.run('list-snapshots', null, neverStops());
	const older = listed.status === 'listed' ? listed.ring.slice(1).toReversed() : [];
	for (const { generation } of older) {
		await copies.run('drop-snapshots', { generations: [generation] }, neverStops());
		outcome = await work();
		if (!isFull(outcome)) break;
	}
	return outcome;
}

const isFull = (outcome: { readonly status: string } | Failed): boolean =>
	'failure' in outcome && outcome.failure.kind === 'storage-full';
