/** The English catalogue: every word the app says, grouped by screen. Names in it are fixed by the screen contract. */
import { activity } from './en/activity.ts';
import { archive } from './en/archive.ts';
import { backups } from './en/backups.ts';
import { chat } from './en/chat.ts';
import { compaction } from './en/compaction.ts';
import { copies } from './en/copies.ts';
import { desk } from './en/desk.ts';
import { files } from './en/files.ts';
import { forgetting } from './en/forgetting.ts';
import { inspector } from './en/inspector.ts';
import { keys } from './en/keys.ts';
import { kit } from './en/kit.ts';
import { ledger } from './en/ledger.ts';
import { lifecycle } from './en/lifecycle.ts';
import { limits } from './en/limits.ts';
import { memory } from './en/memory.ts';
import { palette } from './en/palette.ts';
import { pins } from './en/pins.ts';
import { presets } from './en/presets.ts';
import { search } from './en/search.ts';
import { sessions } from './en/sessions.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { storage } from './en/storage.ts';
import { tidy } from './en/tidy.ts';
import { why } from './en/why.ts';

export const en = {
	activity,
	archive,
	backups,
	chat,
	compaction,
	copies,
	desk,
	files,
	forgetting,
	inspector,
	keys,
	kit,
	ledger,
	lifecycle,
	limits,
	memory,
	palette,
	pins,
	presets,
	search,
	sessions,
	settings,
	shell,
	storage,
	tidy,
	why
} as const;

/** The shape of any translation: the same keys, other strings. */
export type Words = Translated<typeof en>;

type Translated<T> = T extends string
	? string
	: T extends (...parameters: infer P) => string
		? (...parameters: P) => string
		: { readonly [K in keyof T]: Translated<T[K]> };
