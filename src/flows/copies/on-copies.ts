import type { App } from '#flows/ports.ts';
import type { Workshop } from '#flows/ports/workshop.ts';

/** The workshop for jobs on the copies: each is run as the only one in all tabs. */
export const onCopies = ({ locks, workshop }: Pick<App, 'locks' | 'workshop'>): Workshop => ({
	async run(...job) {
		const held = await locks.hold('copies', () => workshop.run(...job), { wait: true });
		if (held.status === 'busy') throw new Error('A lock that is waited for is never busy');
		return held.value;
	}
});
