import { goto } from '$app/navigation';
import type { Notices } from '#state/notices.svelte.ts';
import type { Remind } from '#state/tab/keep-tab.ts';
import { words } from '#ui/words/all-words.ts';

/** What housekeeping needs the person for, and the way there. */

const { backups, copies, files, memoryFolder } = words;

const reminders: Readonly<
	Record<
		Parameters<Remind>[0],
		{ readonly text: string; readonly label: string; readonly to: string }
	>
> = {
	backup: { text: backups.due, label: backups.toBackups, to: '/settings#data' },
	damage: { text: copies.broken, label: copies.toCopies, to: '/settings#data' },
	'memory-folder': { text: memoryFolder.lost, label: memoryFolder.toFolder, to: '/memory#folder' },
	import: { text: files.importCutOff, label: files.toImport, to: '/settings#data' }
};

export function remind(notices: Notices, of: Parameters<Remind>[0]): void {
	const { text, label, to } = reminders[of];
	notices.say(text, { label, onpress: () => void goto(to) });
}
