/** The English catalogue of every other page, fetched with the first of them: a conversation begins without it. */
import { activity } from './en/pages/activity.ts';
import { archive } from './en/pages/archive.ts';
import { backups } from './en/pages/backups.ts';
import { commands } from './en/pages/commands.ts';
import { copies } from './en/pages/copies.ts';
import { desk } from './en/pages/desk.ts';
import { files } from './en/pages/files.ts';
import { forgetting } from './en/pages/forgetting.ts';
import { inspector } from './en/pages/inspector.ts';
import { learning } from './en/pages/learning.ts';
import { ledger } from './en/pages/ledger.ts';
import { lifecycle } from './en/pages/lifecycle.ts';
import { memoryFolder } from './en/pages/memory-folder.ts';
import { memory } from './en/pages/memory.ts';
import { models } from './en/pages/models.ts';
import { ourPrompts } from './en/pages/our-prompts.ts';
import { presets } from './en/pages/presets.ts';
import { search } from './en/pages/search.ts';
import { settings } from './en/pages/settings.ts';
import { shortcuts } from './en/pages/shortcuts.ts';
import { storage } from './en/pages/storage.ts';
import { tidy } from './en/pages/tidy.ts';
import { why } from './en/pages/why.ts';

export const enPages = {
	activity,
	archive,
	backups,
	commands,
	copies,
	desk,
	files,
	forgetting,
	inspector,
	learning,
	ledger,
	lifecycle,
	memory,
	memoryFolder,
	models,
	ourPrompts,
	presets,
	search,
	settings,
	shortcuts,
	storage,
	tidy,
	why
} as const;
