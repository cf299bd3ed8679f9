import { goto } from '$app/navigation';
import type { SessionKind } from '#core/session/session.ts';
import type { AppState } from '#state/app.svelte.ts';

/** Begin a chat from anywhere. The page of it puts the focus into the composer. */
export async function newChat(
	keepsake: AppState,
	how: { readonly kind: SessionKind; readonly offRecord: boolean } = {
		kind: 'main',
		offRecord: false
	}
): Promise<void> {
	keepsake.isLeaving = true;
	try {
		await goto(`/chat/${await keepsake.views.begin(how)}`);
	} finally {
		keepsake.isLeaving = false;
	}
	document.querySelector<HTMLTextAreaElement>('#composer textarea')?.focus();
}
