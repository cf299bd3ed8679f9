/** Browser tests that need a model: a scripted server of their own, which ends with the test. */
import { test as base } from '@playwright/test';
import { aModel } from '../support/anthropic/models.ts';
import {
	startAnthropic,
	type AnthropicOptions,
	type AnthropicServer
} from '../support/anthropic/server.ts';
import { startStranger, type Stranger } from '../support/anthropic/stranger.ts';
import { modelId } from './steps.ts';

export { expect } from '@playwright/test';

/** One model; its window (tokens) may be small enough to fill in a test. */
export const oneModel = (window: number, maxOutput = 1_000): AnthropicOptions => ({
	models: [aModel({ id: modelId, window, maxOutput })]
});

interface Servers {
	/** How `server` is, for `test.use`; one model of 100,000 tokens when left out. */
	readonly anthropic: AnthropicOptions;
	/** Started for whoever names it; one that is to be gone may be closed before. */
	readonly server: AnthropicServer;
	/** Another server, for a test that needs two or one of its own kind. */
	readonly startServer: (options?: AnthropicOptions) => Promise<AnthropicServer>;
	/** A host that nobody has any business with. */
	readonly stranger: Stranger;
}

export const test = base.extend<Servers>({
	anthropic: [oneModel(100_000), { option: true }],
	startServer: async ({}, use) => {
		const started: AnthropicServer[] = [];
		await use(async (options) => {
			const server = await startAnthropic(options);
			started.push(server);
			return server;
		});
		await Promise.all(started.map((server) => server.close()));
	},
	server: async ({ startServer, anthropic }, use) => use(await startServer(anthropic)),
	stranger: async ({}, use) => {
		const stranger = await startStranger();
		await use(stranger);
		await stranger.close();
	}
});
