import { isComposed } from '../kit/is-composed.ts';
import { letterOf } from '../kit/letter-of.ts';

/** How a press of the keys that work everywhere is matched; what the dialog says of them is fetched with it. */

export type Shortcut = 'new-chat' | 'palette' | 'focus-composer' | 'shortcuts' | 'escape';

/** Which shortcut a key press is, or null. A press inside a composition is none. */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
	if (isComposed(event) || event.defaultPrevented) return null;
	const mod = event.ctrlKey !== event.metaKey && !event.altKey;
	const key = letterOf(event);
	if (mod && event.shiftKey && key === 'o') return 'new-chat';
	if (mod && !event.shiftKey && key === 'k') return 'palette';
	// On many layouts the slash itself needs Shift.
	if (mod && key === '/') return 'shortcuts';
	if (key === 'escape' && event.shiftKey) return 'focus-composer';
	return key === 'escape' && !mod ? 'escape' : null;
}
