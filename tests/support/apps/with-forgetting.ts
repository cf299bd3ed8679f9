/** An app in which much is said and something of it forgotten: beside a workshop, with a model whose window holds it all. */
import { beforeEach } from 'vitest';
import type { IndexStore } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { aCard } from '../builders/a-prompt.ts';
import type { TestApp } from './an-app.ts';
import { withAppAndWorkshop } from './with-workshop.ts';

/** Gives each test of a file one of its own. */
export function withForgetting(take: (app: TestApp, index: IndexStore) => void): void {
	let app: TestApp;
	withAppAndWorkshop(
		(own, index) => {
			app = own;
			take(own, index);
		},
		{ more: ['extract'] }
	);
	beforeEach(async () => {
		const card = aCard({ id: 'claude-test-5', window: 60_000, maxOutput: 1000 });
		await writeSetting(app.db, 'models', { [card.id]: card });
	});
}
