import type { Failed } from '#core/failure.ts';
import { noteActivity } from '#flows/activity.ts';
import { onCopies } from '#flows/copies/on-copies.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';

/**
 * What deletes or forgets writes down what goes before it goes, and a full disk would refuse that too: the one way out
 * would be shut. So the copies on this device give way to it, the oldest of the ring first, one at a time, and never the
 * newest. Those set aside stay: the user has decided about them. Each that went is noted in Activity.
 */
export async function copiesGiveWay<Outcome extends { readonly status: string }>(
	app: Pick<App, 'db' | 'clock' | 'locks' | 'workshop'>,
	work: () => Promise<Outcome | Failed>
): Promise<Outcome | Failed> {
	let outcome = await work();
	if (!isFull(outcome)) return outcome;
	const copies = onCopies(app);
	const listed = await copies.run('list-snapshots', null, neverStops());
	const older = listed.status === 'listed' ? listed.ring.slice(1).toReversed() : [];
	const gone: number[] = [];
	for (const { generation, at } of older) {
		const ask = { generations: [generation] };
		const dropped = await copies.run('drop-snapshots', ask, neverStops());
		if (dropped.status === 'dropped') gone.push(at);
		outcome = await work();
		if (!isFull(outcome)) break;
	}
	// Last: before there was no room for a note.
	for (const madeAt of gone)
		await noteActivity(app, { kind: 'deletion', details: { what: 'copy', madeAt } });
	return outcome;
}

const isFull = (outcome: { readonly status: string } | Failed): boolean =>
	'failure' in outcome && outcome.failure.kind === 'storage-full';
