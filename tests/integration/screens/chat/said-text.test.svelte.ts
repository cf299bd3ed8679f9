import { afterEach, expect, it } from 'vitest';
import SaidText from '#ui/chat/message/asked/SaidText.svelte';
import { clear, show } from '../../kit/kit-page.ts';

afterEach(clear);

it('says of what was asked, as of an answer, that it runs in the direction of its own first letter', () => {
	show(SaidText, { text: 'שלום, what now?', reveal: false });
	expect(document.querySelector('.prose')?.getAttribute('dir')).toBe('auto');
});
