import { ask, modelId, questions, replies, say, useServerAfar } from '../steps.ts';
import { expect, test } from '../with-server.ts';

/** The most that may be spent on a day, against an endpoint that is not next door. */

test.afterEach(({ server }) => expect(server.refusals).toEqual([]));

test(
	'what is spent is not sent beyond the limit of the day; raised, Retry goes through',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServerAfar(page, server);
		const limit = page.getByLabel('Spend at most (US dollars a day)');
		const set = async (name: string, value: string) => {
			await page.getByLabel(name, { exact: true }).fill(value);
			await page.getByLabel(name, { exact: true }).blur();
			await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
		};
		await expect(limit).toHaveValue('');
		await set('Input price', '1000');
		await set('Output price', '1000');
		await set('Spend at most (US dollars a day)', '0.01');

		await page.goto('/');
		await say(page, 'What grows in the shade?');
		await expect(replies(page)).toHaveCount(1);
		const sent = server.messages().length;

		await ask(page, 'And in the sun?');
		const trouble = replies(page).nth(1);
		await expect(trouble.getByRole('alert')).toHaveText(
			/^Today’s calls have cost \$\S+ and you allow \$0\.01 a day\. Raise the limit under Settings, go on tomorrow, or answer on this device\.\s*$/
		);
		await expect(questions(page).nth(1)).toContainText('And in the sun?');
		expect(server.messages()).toHaveLength(sent);

		await trouble.getByRole('link', { name: 'Open Settings' }).click();
		await expect(limit).toHaveValue('0.01');
		await set('Spend at most (US dollars a day)', '1000');
		await page.goBack();
		await trouble.getByRole('button', { name: 'Retry' }).click();
		await expect(replies(page).nth(1)).toContainText('You said');
		expect(server.messages()).toHaveLength(sent + 1);
		expect(server.messages().at(-1)?.body).toMatchObject({ model: modelId });
	}
);
