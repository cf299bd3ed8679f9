/** Small tools for tests of widgets: mount one, find by role and name as a screen reader would say it. */
import { flushSync, mount, unmount, type Component } from 'svelte';

const open: Record<string, unknown>[] = [];

export function show<Props extends Record<string, unknown>>(
	component: Component<Props>,
	props: Props
) {
	const made = mount(component, { target: document.body, props });
	open.push(made);
	flushSync();
	return made;
}

export async function clear() {
	for (const component of open.splice(0)) await unmount(component);
	document.body.replaceChildren();
}

export const all = (role: string): HTMLElement[] => [
	...document.querySelectorAll<HTMLElement>(
		role === 'button' ? 'button:not([role])' : `[role=${role}]`
	)
];

/** The first one that says this. */
export const button = (name: string): HTMLElement | undefined =>
	all('button').find(({ textContent }) => textContent.trim() === name);

export function press(target: Element | null | undefined, key: string) {
	target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
	flushSync();
}

export function click(target: HTMLElement | null | undefined) {
	target?.click();
	flushSync();
}
