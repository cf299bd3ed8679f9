import { afterAll, afterEach, beforeAll } from 'vitest';
import { startAnthropic, type AnthropicOptions, type AnthropicServer } from './server.ts';

/** A file that asks for it has a scripted server of its own, which remembers nothing from one test to the next. */
export function withAnthropic(
	give: (server: AnthropicServer) => void,
	options?: AnthropicOptions
): void {
	let server: AnthropicServer;
	beforeAll(async () => {
		server = await startAnthropic(options);
		give(server);
	});
	afterEach(() => {
		server.reset();
	});
	afterAll(() => server.close());
}
