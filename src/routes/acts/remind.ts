import { goto } from '$app/navigation';
import type { Notices } from '#state/notices.svelte.ts';
import type { Remind } from '#state/tab/keep-tab.ts';
import { words } from '#ui/words/all-words.ts';

/** What is to be known or done about what is stored, and the way there. */

const { backups, copies, files, memoryFolder, storage } = words;

interface Reminder {
	readonly text: string;
	/** Where something can be done about it. */
	readonly at?: { readonly label: string; readonly to: string };
}

const toBackups = { label: backups.toBackups, to: '/settings#backups' };

const reminders: Readonly<Record<Parameters<Remind>[0], Reminder>> = {
	backup: { text: backups.due, at: toBackups },
	less: { text: backups.dueWithLess, at: toBackups },
	damage: { text: copies.broken, at: { label: copies.toCopies, to: '/settings#data' } },
	restored: { text: copies.restored, at: { label: copies.toActivity, to: '/settings#activity' } },
	'memory-folder': {
		text: memoryFolder.lost,
		at: { label: memoryFolder.toFolder, to: '/memory#folder' }
	},
	import: { text: files.importCutOff, at: { label: files.import, to: '/settings#data' } },
	unkept: { text: storage.unkept }
};

export function remind(notices: Notices, of: Parameters<Remind>[0]): void {
	const { text, at } = reminders[of];
	notices.say(text, at && { label: at.label, onpress: () => goto(at.to) });
}
