/** What says what was done, and what asks about it, is no other place. */
const beside = '[role="status"], [role="alert"], dialog';

/**
 * Goes onto a row of actions that a button has opened among what stands on a page: calls `leave` when somebody goes on
 * elsewhere than in its article, by a press or by Tab. Only behind the press: by what moves up in the place of the row it
 * would be lost.
 */
export const whenLeft =
	(leave: () => void) =>
	(element: HTMLElement): (() => void) => {
		const own = element.closest('article');
		const listening = new AbortController();
		const { signal } = listening;
		const look = ({ target }: Event) => {
			// What was pressed may have gone by it.
			if (!(target instanceof Element) || !target.isConnected) return;
			if (own?.contains(target) !== true && !target.closest(beside)) leave();
		};
		document.addEventListener('click', look, { signal });
		document.addEventListener('keyup', (event) => event.key === 'Tab' && look(event), { signal });
		return () => listening.abort();
	};
