/** The English catalogue of every other page, fetched with the first of them: a conversation begins without it. */
import { activity } from './en/pages/settings/activity.ts';
import { archive } from './en/pages/files/archive.ts';
import { backups } from './en/pages/files/backups.ts';
import { choosing } from './en/pages/choosing.ts';
import { commands } from './en/pages/commands.ts';
import { copies } from './en/pages/files/copies.ts';
import { desk } from './en/pages/memory/desk.ts';
import { files } from './en/pages/files/files.ts';
import { forgetting } from './en/pages/forgetting.ts';
import { inspector } from './en/pages/inspector.ts';
import { learning } from './en/pages/memory/learning.ts';
import { ledger } from './en/pages/ledger.ts';
import { lifecycle } from './en/pages/memory/lifecycle.ts';
import { memoryFolder } from './en/pages/memory/memory-folder.ts';
import { memory } from './en/pages/memory/memory.ts';
import { models } from './en/pages/settings/models.ts';
import { ourPrompts } from './en/pages/settings/our-prompts.ts';
import { presets } from './en/pages/settings/presets.ts';
import { search } from './en/pages/search.ts';
import { settings } from './en/pages/settings/settings.ts';
import { shortcuts } from './en/pages/settings/shortcuts.ts';
import { storage } from './en/pages/settings/storage.ts';
import { tidy } from './en/pages/memory/tidy.ts';
import { why } from './en/pages/memory/why.ts';

export const enPages = {
	activity,
	archive,
	backups,
	choosing,
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
