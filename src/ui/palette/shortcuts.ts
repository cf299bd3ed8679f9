import { words } from '../words/words.ts';

/** The keys of the app as a table: what the dialog shows, and how a press is matched. */

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How the Mod key is named here. */
export const modLabel = isApple ? '⌘' : 'Ctrl';

export interface ShortcutGroup {
	readonly title: string;
	/** Single letters, which can be switched off. */
	readonly isSingle: boolean;
	readonly keys: readonly { readonly keys: readonly string[]; readonly does: string }[];
}

const { keys } = words;

export const shortcuts: readonly ShortcutGroup[] = [
	{
		title: keys.groups.everywhere,
		isSingle: false,
		keys: [
			{ keys: ['Mod', 'Shift', 'O'], does: keys.newChat },
			{ keys: ['Mod', 'K'], does: keys.palette },
			{ keys: ['Shift', 'Esc'], does: keys.focusComposer },
			{ keys: ['Mod', '/'], does: keys.shortcuts },
			{ keys: ['Esc'], does: keys.escape }
		]
	},
	{
		title: keys.groups.composer,
		isSingle: false,
		keys: [
			{ keys: ['Enter'], does: keys.send },
			{ keys: ['Shift', 'Enter'], does: keys.lineBreak },
			{ keys: ['↑'], does: keys.editLast }
		]
	},
	{
		title: keys.groups.desk,
		isSingle: true,
		keys: [
			{ keys: ['j'], does: keys.deskNext },
			{ keys: ['k'], does: keys.deskPrevious },
			{ keys: ['a'], does: keys.deskAccept },
			{ keys: ['e'], does: keys.deskEdit },
			{ keys: ['x'], does: keys.deskReject },
			{ keys: ['s'], does: keys.deskSelect },
			{ keys: ['u'], does: keys.deskUndo }
		]
	}
];

export type Shortcut = 'new-chat' | 'palette' | 'focus-composer' | 'shortcuts' | 'escape';

/** Which shortcut a key press is, or null. A press inside a composition is none. */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
	if (event.isComposing || event.defaultPrevented) return null;
	const mod = event.ctrlKey !== event.metaKey && !event.altKey;
	const key = event.key.toLowerCase();
	if (mod && event.shiftKey && key === 'o') return 'new-chat';
	if (mod && !event.shiftKey && key === 'k') return 'palette';
	// On many layouts the slash itself needs Shift.
	if (mod && key === '/') return 'shortcuts';
	if (key === 'escape' && event.shiftKey) return 'focus-composer';
	return key === 'escape' && !mod ? 'escape' : null;
}
