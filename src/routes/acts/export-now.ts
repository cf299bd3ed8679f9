import { version } from '$app/environment';
import type { SessionForm } from '#core/export/session-forms.ts';
import { localDayOf } from '#core/time/stamp.ts';
import { neverStops } from '#flows/ports/waiting.ts';
import type { AppState } from '#state/app.svelte.ts';
import { copyText } from '#ui/kit/clipboard.ts';
import { failureText } from '#ui/words/failure-text.ts';
import { words } from '#ui/words/all-words.ts';
import { download } from './download.ts';
import { going } from './going.ts';

/** Exports that download at once. Until they have, the page is held here. */

const today = ({ app }: AppState): string => localDayOf(app.clock.now(), app.clock.zone());

export const exportMemoryNow = (state: AppState): Promise<void> =>
	state.underWay.during(async () => {
		const ask = { day: today(state) };
		finish(state, await state.app.workshop.run('export-memory', ask, neverStops()));
	});

/** One summary as a file to read. */
export const exportSummaryNow = (state: AppState, summaryId: string): Promise<void> =>
	state.underWay.during(async () => {
		const ask = { summaryId, day: today(state) };
		finish(state, await state.app.workshop.run('export-summary', ask, neverStops()));
	});

/** One conversation as a file to read. A long one says how far it is, and can be given up. */
export const exportSessionNow = (
	state: AppState,
	sessionId: string,
	as: SessionForm
): Promise<void> => state.underWay.during(() => exportSession(state, sessionId, as));

async function exportSession(state: AppState, sessionId: string, as: SessionForm): Promise<void> {
	const { signal, told, end } = exporting(state);
	try {
		const ask = { sessionId, as, day: today(state) };
		const outcome = await state.app.workshop.run('export-session', ask, signal);
		if (signal.aborted) return;
		if (outcome.status !== 'in-pieces') {
			finish(state, outcome);
			return;
		}
		// The renderer and its sanitizer need a document, which the workshop has not.
		const { writePage } = await import('#ui/markdown/standing-page.ts');
		const written = await writePage(outcome.pieces, breathing(signal), told);
		const file = new Blob([...written], { type: 'text/html' });
		finish(state, { status: 'made', name: outcome.name, file });
	} catch (error) {
		// Given up between two slices.
		if (!signal.aborted) throw error;
	} finally {
		end();
	}
}

const exporting = ({ notices }: AppState) =>
	going(notices, {
		doing: words.files.exporting,
		onstop: () => notices.say(words.files.exportStopped)
	});

/** Work so many milliseconds, then let the page answer to its user. */
const slice = 12;

function breathing(signal: AbortSignal): () => Promise<void> {
	let until = performance.now() + slice;
	return async () => {
		if (performance.now() < until) return;
		await new Promise((resolve) => setTimeout(resolve));
		signal.throwIfAborted();
		until = performance.now() + slice;
	};
}

/** The lines of memory as a file, or into the clipboard as a list that other assistants take. */
export const exportMemoryLinesNow = (state: AppState, as: 'pam' | 'list'): Promise<void> =>
	state.underWay.during(() => exportMemoryLines(state, as));

async function exportMemoryLines(state: AppState, as: 'pam' | 'list'): Promise<void> {
	const ask = { as, day: today(state), now: state.app.clock.now(), version };
	const made = await state.app.workshop.run('export-memory-lines', ask, neverStops());
	if (made.status === 'made' && made.lines === 0) {
		state.notices.say(words.files.noLines);
		return;
	}
	// Where the clipboard is refused, the list comes as a file.
	if (as === 'list' && made.status === 'made' && (await copyText(await made.file.text())))
		state.notices.say(words.files.listCopied(made.lines));
	else finish(state, made);
}

/** Every conversation as Markdown. Many say how far it is, and can be given up. */
export const exportVaultNow = (state: AppState): Promise<void> =>
	state.underWay.during(async () => {
		const { signal, told, end } = exporting(state);
		try {
			const ask = { day: today(state), now: state.app.clock.now() };
			const outcome = await state.app.workshop.run('export-vault', ask, signal, ({ done, of }) => {
				told(done / of);
			});
			if (outcome.status !== 'stopped' && !signal.aborted) finish(state, outcome);
		} finally {
			end();
		}
	});

/** Everything, from where no button shows that it goes on. */
export async function exportEverythingAside(state: AppState): Promise<void> {
	const { signal, told, end } = exporting(state);
	try {
		await exportEverythingNow(state, null, signal, told);
	} finally {
		end();
	}
}

/** Everything, sealed where a passphrase is given. */
export const exportEverythingNow = (
	state: AppState,
	passphrase: string | null,
	signal: AbortSignal,
	onProgress: (done: number) => void = () => undefined
): Promise<void> =>
	state.underWay.during(() => exportAll(state, { passphrase, onProgress }, signal));

async function exportAll(
	state: AppState,
	how: { readonly passphrase: string | null; readonly onProgress: (done: number) => void },
	signal: AbortSignal
): Promise<void> {
	const { passphrase, onProgress } = how;
	const ask = { day: today(state), now: state.app.clock.now(), passphrase };
	const outcome = await state.app.workshop.run('export-everything', ask, signal, ({ done, of }) => {
		onProgress(of === 0 ? 1 : done / of);
	});
	if (outcome.status === 'stopped') return;
	finish(state, outcome);
	if (outcome.status === 'made' && outcome.damaged.length > 0)
		state.notices.warn(words.files.damagedArchives(outcome.damaged));
	// On the recovery screen nothing is written.
	if (outcome.status !== 'made' || state.check.verdict?.status !== 'well') return;
	const { noteDownload } = await import('#flows/backups/back-up.ts');
	const { name, file, damaged } = outcome;
	await noteDownload(state.app, { name, bytes: file.size, damaged });
}

function finish(
	state: AppState,
	outcome: Awaited<ReturnType<typeof state.app.workshop.run<'export-memory'>>>
): void {
	if (outcome.status === 'failed') {
		state.notices.warn(failureText(outcome.failure));
		return;
	}
	download(outcome.file, outcome.name);
	state.notices.say(words.files.exported(outcome.name));
}
