import {
	ask,
	composer,
	knowsItIsOffline,
	questions,
	replies,
	say,
	useServer,
	useServerAfar
} from '../steps.ts';
import { expect, test } from '../with-server.ts';

test.use({ serviceWorkers: 'allow' });

/** A model that is out of reach: what was written is kept, and goes out or is answered here. */

test('what is written offline waits, survives a reload, and is sent when the network is back', async ({
	page,
	context,
	server
}) => {
	await useServer(page, server);
	await page.goto('/');
	await say(page, 'We have met');
	await page.evaluate(() => navigator.serviceWorker.ready);
	const heard = server.messages().length;
	await context.setOffline(true);
	await ask(page, 'Are you there?');
	await expect(page.getByRole('alert')).toContainText(/offline|cannot reach/);
	await expect(questions(page)).toHaveCount(2);
	expect(server.messages()).toHaveLength(heard);
	await page.reload();
	await expect(questions(page).last()).toContainText('Are you there?');
	await expect(
		questions(page).last().getByRole('button', { name: 'Answer on this device' })
	).toBeVisible();
	await context.setOffline(false);
	await questions(page).last().getByRole('button', { name: 'Send when online' }).click();
	await expect(replies(page).last()).toContainText('You said: “Are you there?');
	await expect(questions(page)).toHaveCount(2);
	await expect(page.getByRole('alert')).toHaveCount(0);
	expect(server.refusals).toEqual([]);
});

test.describe('before all of the app has come', () => {
	test.use({ serviceWorkers: 'block' });

	test(
		'what is written stays in the composer when what sends it cannot be fetched, and goes out later',
		{ tag: '@slow' },
		async ({ page, context }) => {
			// A slow line: the page is there, and what it fetches when it has nothing else to do is not.
			const scripts = /_app\/immutable\/.*\.js/;
			await page.goto('/');
			// As the page was sent: what it fetches later, it asks for in the same way.
			const sent = await (await page.request.get('/')).text();
			const first = [...sent.matchAll(/href="([^"]+)" rel="modulepreload"/g)].map(
				([, href]) => href!
			);
			expect(first.length).toBeGreaterThan(1);
			await context.route(scripts, (route) =>
				first.some((href) => route.request().url().endsWith(href))
					? route.continue()
					: route.abort()
			);
			await page.reload();
			await composer(page).fill('Precious words');
			await composer(page).press('Enter');
			await expect(page.locator('#composer').getByRole('alert')).toContainText('offline');
			await expect(composer(page)).toHaveValue('Precious words');
			await context.unroute(scripts);
			await page.reload();
			await expect(composer(page)).toHaveValue('Precious words');
			await composer(page).press('Enter');
			await expect(questions(page)).toHaveCount(1);
			await expect(composer(page)).toHaveValue('');
		}
	);

	test('an answerer of this device that cannot be fetched is told as a part that is missing, and answers later @slow', async ({
		page,
		context
	}) => {
		await context.route(/_app\/immutable\/.*\.js/, async (route) => {
			const response = await route.fetch();
			// By what only this part holds: its name is made of its content.
			const isAnswerer = (await response.text()).includes('toolu_device_');
			await (isAnswerer ? route.abort() : route.fulfill({ response }));
		});
		await page.goto('/');
		await ask(page, 'Is anybody here?');
		const alert = page.getByRole('alert');
		await expect(alert).toContainText('could not load a part of itself');
		await expect(alert).not.toContainText('Settings');
		await expect(questions(page)).toHaveCount(1);
		await context.unrouteAll({ behavior: 'wait' });
		await page.reload();
		await questions(page).getByRole('button', { name: 'Answer on this device' }).click();
		await expect(replies(page)).toContainText('On-device');
		await expect(alert).toHaveCount(0);
	});
});

test(
	'a message that was asked to go out when there is a network does so after a reload, without another press',
	{ tag: '@slow' },
	async ({ page, context, server }) => {
		await useServer(page, server);
		await page.goto('/');
		await say(page, 'We have met');
		await page.evaluate(() => navigator.serviceWorker.ready);
		await context.setOffline(true);
		await ask(page, 'Are you there?');
		await questions(page).last().getByRole('button', { name: 'Send when online' }).click();
		await expect(questions(page).last()).toContainText('Will be sent when you are online');
		await page.reload();
		await expect(questions(page).last()).toContainText('Will be sent when you are online');
		await knowsItIsOffline(page);
		await context.setOffline(false);
		await expect(replies(page).last()).toContainText('You said: “Are you there?');
		await expect(questions(page)).toHaveCount(2);
		// While the network comes back it may be asked which headers are taken, which is refused without its version.
		const refused = server.refusals.filter(({ request }) => request.path !== '/v1/models');
		expect(refused).toEqual([]);
	}
);

test('a message goes out by itself where the browser says for good that there is no network @slow', async ({
	page,
	server
}) => {
	// Some do so behind a tunnel or in a virtual machine.
	await page.addInitScript(() => {
		Object.defineProperty(navigator, 'onLine', { get: () => false });
	});
	await useServerAfar(page, server);
	await page.goto('/');
	await ask(page, 'Is anybody there?');
	await expect(page.getByRole('alert')).toContainText('offline');
	expect(server.messages()).toHaveLength(0);
	await page.getByRole('button', { name: 'Send when online' }).click();
	await expect(replies(page)).toContainText('You said: “Is anybody there?');
	await expect(page.getByRole('alert')).toHaveCount(0);
	expect(server.messages()).toHaveLength(1);
});

test(
	'with a model of the wide world nothing is even tried offline, and this device answers instead',
	{ tag: '@slow' },
	async ({ page, context }) => {
		await page.goto('/');
		await say(page, 'My bicycle is called Rosinante');
		await page.evaluate(() => navigator.serviceWorker.ready);
		await context.setOffline(true);
		const asked: string[] = [];
		page.on('request', (request) => asked.push(request.url()));
		await page.goto('/settings');
		await knowsItIsOffline(page);
		await page.getByLabel('API key').fill('sk-ant-of-nobody-0123456789');
		await expect(page.getByText('Key set')).toBeVisible();
		await page.getByLabel('Model', { exact: true }).fill('claude-far-away');
		await page.getByLabel('Model', { exact: true }).press('Enter');
		await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible();
		await page.goto('/');
		await knowsItIsOffline(page);
		await composer(page).waitFor();
		asked.length = 0;
		await ask(page, 'What is my bicycle called?');
		await expect(page.getByRole('alert')).toContainText('offline');
		expect(asked.filter((url) => new URL(url).host.includes('anthropic'))).toEqual([]);
		await expect(
			questions(page).last().getByRole('button', { name: 'Send when online' })
		).toBeVisible();
		await questions(page).last().getByRole('button', { name: 'Answer on this device' }).click();
		await expect(replies(page).last()).toContainText('Rosinante');
		await expect(replies(page).last()).toContainText('On-device');
		await expect(page.getByRole('alert')).toHaveCount(0);
	}
);

test(
	'an endpoint that cannot be reached is named, and the message goes out when it can',
	{ tag: '@slow' },
	async ({ page, server }) => {
		await useServer(page, server);
		await page.goto('/');
		server.fault('connection-refused', { times: 9 });
		await ask(page, 'Are you there?');
		await expect(page.getByRole('alert')).toContainText(`cannot reach ${new URL(server.url).host}`);
		await expect(
			questions(page).getByRole('button', { name: 'Answer on this device' })
		).toBeVisible();
		server.clearFaults();
		await questions(page).getByRole('button', { name: 'Send when online' }).click();
		await expect(replies(page)).toContainText('You said: “Are you there?');
		await expect(page.getByRole('alert')).toHaveCount(0);
	}
);
