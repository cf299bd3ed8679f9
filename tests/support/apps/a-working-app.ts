import { IndexStore } from '#db/schema.ts';
import type { Workshop } from '#flows/ports/workshop.ts';
import type { Settings } from '#core/settings.ts';
import { packer } from '#worker/workshop/packer.ts';
import { workshopJobs } from '#worker/workshop/jobs.ts';
import { serveArchives } from '#flows/archives/cool-turns.ts';
import { aLine } from '../builders/a-line.ts';
import { anApp, type TestApp } from './an-app.ts';
import type { AnthropicServer } from '../anthropic/server.ts';

/** An app of which nothing is scripted but the endpoint: its workshop does its real jobs in this thread. */
export async function aWorkingApp(
	server: AnthropicServer,
	settings: Partial<Settings>
): Promise<TestApp> {
	const base = await anApp({ endpoint: server.url, ...settings });
	const line = aLine(server);
	const index = new IndexStore(`${base.db.name}-index`);
	serveArchives(base.db, packer, () => Promise.resolve(base.vault));
	const jobs = workshopJobs({
		db: base.db,
		scratch: base.scratch,
		index,
		model: line,
		now: () => base.clock.now()
	});
	const workshop: Workshop = {
		run: (kind, ask, signal) => jobs[kind](ask, { signal, tell: () => undefined })
	};
	return {
		...base,
		workshop,
		telephone: {
			...base.telephone,
			stream: line.stream.bind(line),
			count: line.count.bind(line)
		},
		close: async () => {
			await index.delete();
			await base.close();
		}
	};
}
