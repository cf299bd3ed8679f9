/** The English catalogue of every other page, fetched with the first of them: a conversation begins without it. */
import { activity } from './en/activity.ts';
import { archive } from './en/archive.ts';
import { backups } from './en/backups.ts';
import { commands } from './en/commands.ts';
import { copies } from './en/copies.ts';
import { desk } from './en/desk.ts';
import { files } from './en/files.ts';
import { forgetting } from './en/forgetting.ts';
import { inspector } from './en/inspector.ts';
import { learning } from './en/learning.ts';
import { ledger } from './en/ledger.ts';
import { lifecycle } from './en/lifecycle.ts';
import { memoryFolder } from './en/memory-folder.ts';
import { memory } from './en/memory.ts';
import { models } from './en/models.ts';
import { ourPrompts } from './en/our-prompts.ts';
import { presets } from './en/presets.ts';
import { search } from './en/search.ts';
import { settings } from './en/settings.ts';
import { shortcuts } from './en/shortcuts.ts';
import { storage } from './en/storage.ts';
import { tidy } from './en/tidy.ts';
import { why } from './en/why.ts';

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
