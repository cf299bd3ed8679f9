import { createRawSnippet, mount, unmount } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import AppShell from '#ui/shell/AppShell.svelte';
import { Drawer } from '#ui/shell/drawer.svelte.ts';
import ShellMain from '#ui/shell/ShellMain.svelte';
import { all, clear, click, press, show } from './kit-page.ts';

afterEach(clear);

const text = (html: string) => createRawSnippet(() => ({ render: () => html }));

describe('the frame', () => {
	function showFrame() {
		const drawer = new Drawer();
		const screen = createRawSnippet(() => ({
			render: () => '<div></div>',
			setup: (target) => {
				const header = text('<h1>Chat</h1>');
				const main = mount(ShellMain, {
					target,
					props: {
						drawer,
						start: text('<p></p>'),
						header,
						scroll: 'page',
						children: text('<p>Words</p>')
					}
				});
				return () => void unmount(main);
			}
		}));
		const sidebar = text('<nav aria-label="Sessions"><a href="#x">One</a></nav>');
		show(AppShell, { drawer, sidebar, children: screen });
	}

	it('has one main and a way past the list', () => {
		showFrame();
		expect(document.querySelectorAll('main')).toHaveLength(1);
		expect(document.querySelector('a')?.getAttribute('href')).toBe('#content');
		expect(document.querySelector('main')?.id).toBe('content');
	});

	it('keeps the list out of the way on a phone until it is opened; Esc and a link close it', () => {
		vi.stubGlobal('matchMedia', () => ({
			matches: true,
			addEventListener: () => undefined,
			removeEventListener: () => undefined
		}));
		showFrame();
		const drawer = document.querySelector('aside');
		const opener = all('button').find((b) => b.getAttribute('aria-label') === 'Open sessions');
		expect(drawer?.hasAttribute('inert')).toBe(true);
		click(opener);
		expect(drawer?.hasAttribute('inert')).toBe(false);
		expect(document.querySelector('main')?.hasAttribute('inert')).toBe(true);
		press(drawer?.querySelector('a'), 'Escape');
		expect(drawer?.hasAttribute('inert')).toBe(true);
		click(opener);
		click(drawer?.querySelector('a'));
		expect(drawer?.hasAttribute('inert')).toBe(true);
		vi.unstubAllGlobals();
	});
});
