/** The button above each block of code that puts the code on the clipboard: made of nodes, never of an HTML string. */
import { announce } from '../../kit/notices/announce.ts';
import { copyText } from '../../kit/clipboard.ts';
import { words } from '../../words/words.ts';

/** Adds the button to every head of a code block, and lets the keyboard scroll what scrolls. */
export function decorate(fragment: DocumentFragment) {
	for (const head of fragment.querySelectorAll('.code-head')) {
		const button = document.createElement('button');
		button.type = 'button';
		button.className = 'code-copy';
		button.textContent = words.kit.copyCode;
		head.append(button);
	}
	for (const scrolling of fragment.querySelectorAll<HTMLElement>('pre, .scroll')) {
		scrolling.tabIndex = 0;
	}
}

/** Answers presses on all those buttons with one listener; returns how to stop. */
export function listenForCopies(root: HTMLElement): () => void {
	const press = (event: MouseEvent) => {
		const target = event.target instanceof Element ? event.target : null;
		const button = target?.closest('.code-copy');
		const code = button?.closest('.code')?.querySelector('pre > code');
		if (code) void copy(code.textContent);
	};
	root.addEventListener('click', press);
	return () => root.removeEventListener('click', press);
}

async function copy(code: string) {
	announce((await copyText(code)) ? words.kit.codeCopied : words.kit.copyFailed);
}
