/** The number of a note leads to it, and the note back to where it is spoken of: made of nodes, never of an HTML string. */
import { words } from '../../words/talk-words.ts';

/** The arrow as a sign of the text, not as a picture. */
const back = '↩\uFE0E';

/** In a page of its own a link needs a name to lead to. */
interface Names {
	/** Tells the notes of one text from those of the next. */
	readonly of: string;
	/** Numbers and notes that have their name already: what leads there leads to the first. */
	readonly named: Set<string>;
}

/** Makes links of the numbers inside `root`, and adds the way back to its notes. */
export function linkNotes(root: ParentNode, names: Names = { of: '', named: new Set() }): void {
	for (const place of root.querySelectorAll('.note-ref')) {
		const number = place.textContent;
		const link = linkTo(`${names.of}note-${number}`, 'doc-noteref');
		link.append(number);
		place.replaceChildren(link);
		if (names.of === '' || names.named.has(number)) continue;
		names.named.add(number);
		link.id = `${names.of}from-${number}`;
	}
	for (const [note, number] of notesWithin(root)) {
		// Of two notes with one label the first is led to.
		const id = `${names.of}note-${number}`;
		if (names.of !== '' && !names.named.has(id)) note.id = id;
		names.named.add(id);
		const link = linkTo(`${names.of}from-${number}`, 'doc-backlink');
		link.setAttribute('aria-label', words.messages.noteBack);
		link.append(back);
		const last = note.lastElementChild;
		(last?.matches('p') ? last : note).append(' ', link);
	}
}

/** Notes with their numbers, which count on from where their list begins. */
function* notesWithin(root: ParentNode): Generator<readonly [HTMLElement, string]> {
	for (const list of root.querySelectorAll<HTMLOListElement>('.notes'))
		for (const [index, note] of [...list.children].entries())
			yield [note as HTMLElement, String(list.start + index)];
}

function linkTo(name: string, role: string): HTMLAnchorElement {
	const link = document.createElement('a');
	link.setAttribute('href', `#${name}`);
	link.setAttribute('role', role);
	return link;
}

/** Answers presses on those links within one text, where the address stays that of the conversation; returns how to stop. */
export function followNotes(root: HTMLElement): () => void {
	let from: HTMLElement | null = null;
	const press = (event: MouseEvent) => {
		const target = event.target instanceof Element ? event.target : null;
		const link = target?.closest<HTMLElement>('a[role^="doc-"]');
		if (!link) return;
		event.preventDefault();
		const note = link.closest('.notes > li');
		if (link.matches('[role="doc-noteref"]')) {
			from = link;
			goTo(noteIn(root, link.textContent));
		} else if (note) goTo(from?.isConnected ? from : placeIn(root, note));
		from = note ? null : from;
	};
	root.addEventListener('click', press);
	return () => root.removeEventListener('click', press);
}

function noteIn(root: HTMLElement, number: string): HTMLElement | null {
	for (const [note, own] of notesWithin(root)) {
		if (own !== number) continue;
		note.tabIndex = -1;
		return note;
	}
	return null;
}

function placeIn(root: HTMLElement, note: Element): HTMLElement | null {
	const [, number] = [...notesWithin(root)].find(([one]) => one === note) ?? [];
	return (
		[...root.querySelectorAll<HTMLElement>('.note-ref > a')].find(
			(link) => link.textContent === number
		) ?? null
	);
}

function goTo(element: HTMLElement | null): void {
	element?.focus({ preventScroll: true });
	element?.scrollIntoView({ block: 'nearest' });
}
