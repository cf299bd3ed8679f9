import { afterEach, expect, it } from 'vitest';
import { defaultSettings } from '#core/settings.ts';
import SessionPolicy from '#ui/inspector/SessionPolicy.svelte';
import { aSession } from '../../../support/builders/a-session.ts';
import { clear, show } from '../../kit/kit-page.ts';

/** What the rules of one session say of its preset. */

afterEach(clear);

async function chosen(preset: string | null): Promise<string> {
	await clear();
	const session = aSession({ policy: { ...aSession().policy, preset } });
	const props = { session, stored: true, onchange: () => undefined, onreset: () => undefined };
	show(SessionPolicy, { settings: defaultSettings, ...props });
	const select = document.querySelector('select');
	return select?.selectedOptions[0]?.textContent ?? '';
}

it('says which one is used, whether it is chosen or as the settings say', async () => {
	expect(await chosen(null)).toMatch(/^As in the settings: /);
	expect(await chosen('gsv')).toContain('gsv');
});

it('says that the one it had was deleted, by no name that nobody has given it, and which is used instead', async () => {
	const said = 'The preset it had was deleted: Recommended is used';
	expect(await chosen('own-recommended-my-copy')).toBe(said);
});
