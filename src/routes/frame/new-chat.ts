import { goto } from '$app/navigation';
import type { AppState } from '#state/app.svelte.ts';
import type { BegunAs } from '#state/chat/session-views.ts';

/** Begin a chat from anywhere. The focus goes into the composer, unless the person goes on to something else meanwhile. */
export async function newChat(keepsake: AppState, how?: BegunAs): Promise<void> {
	keepsake.isLeaving = true;
	const person = { hasGoneOn: false };
	const act = (event: Event) => {
		// Whoever types already means the composer.
		person.hasGoneOn ||= !(event instanceof KeyboardEvent) || event.key === 'Tab';
	};
	addEventListener('pointerdown', act, true);
	addEventListener('keydown', act, true);
	try {
		await goto(`/chat/${await keepsake.views.begin(how)}`);
	} finally {
		keepsake.isLeaving = false;
		removeEventListener('pointerdown', act, true);
		removeEventListener('keydown', act, true);
	}
	if (person.hasGoneOn) return;
	document.querySelector<HTMLTextAreaElement>('#composer textarea')?.focus();
}
