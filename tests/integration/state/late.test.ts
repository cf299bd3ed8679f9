// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { late } from '#state/late.ts';

/** What is fetched beside the page is fetched once, and anew where it did not come. */

describe('what is fetched late', () => {
	it('is asked for once, however often it is needed', async () => {
		let asked = 0;
		const flow = late(() => Promise.resolve(++asked));
		expect(await Promise.all([flow(), flow()])).toEqual([1, 1]);
		expect(await flow()).toBe(1);
	});

	it('is asked for anew after a failure, which whoever waited for it is told', async () => {
		let asked = 0;
		const flow = late(() =>
			++asked === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(asked)
		);
		const both = await Promise.allSettled([flow(), flow()]);
		expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(await flow()).toBe(2);
	});

	it('costs no turn of the loop once it is there', async () => {
		const flow = late(() => Promise.resolve('there'));
		await flow();
		const order: string[] = [];
		setTimeout(() => order.push('turn'));
		order.push(await flow());
		expect(order).toEqual(['there']);
	});
});
