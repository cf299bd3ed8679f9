import { afterEach, beforeEach } from 'vitest';
import type { Settings } from '#core/settings.ts';
import { anApp, type TestApp } from './an-app.ts';

/** Each test of the file that asks for it has an app of its own. */
export function withApp(give: (app: TestApp) => void, settings?: Partial<Settings>): void {
	let app: TestApp;
	beforeEach(async () => {
		app = await anApp(settings);
		give(app);
	});
	afterEach(() => app.close());
}
