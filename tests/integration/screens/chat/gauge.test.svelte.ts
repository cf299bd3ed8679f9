import { afterEach, expect, it } from 'vitest';
import type { Weight } from '#core/prompt/prompt.ts';
import ContextGauge from '#ui/chat/composer/ContextGauge.svelte';
import { all, clear, show } from '../../kit/kit-page.ts';

afterEach(clear);

const weight: Weight = {
	tokens: 3_000,
	usable: 12_000,
	window: 16_000,
	maxOutput: 4_000,
	soft: 8_400,
	hard: 10_200,
	turns: null,
	basis: 'estimated'
};

const gauge = (how: Partial<Weight>) => {
	show(ContextGauge, { weight: { ...weight, ...how }, open: false, onpress: () => undefined });
	return all('button')[0];
};

it('shows what is used, where a summary is needed, and the window', () => {
	const button = gauge({});
	expect(button?.textContent.trim()).toBe('Context 25 %');
	expect(button?.title).toBe(
		'3,000 of 12,000 tokens · a summary is needed at 10,200 · window 16,000'
	);
	expect(button?.querySelector('svg')?.lastElementChild?.getAttribute('stroke-dashoffset')).toBe(
		'-85'
	);
});

it('marks no limit where none is known', () => {
	gauge({ hard: null });
	const [button] = all('button');
	expect(button?.title).not.toContain('summary');
	expect(button?.querySelectorAll('circle')).toHaveLength(2);
});
