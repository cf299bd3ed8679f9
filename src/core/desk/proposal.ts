import { extractionHeading } from '#core/memory/file.ts';
import {
	dayOf,
	type LineOrigin,
	type MemoryWriter,
	type Proposal,
	type ProposalSource
} from '#core/memory/memory.ts';
import type { ReviewMemories } from '#core/settings.ts';

/** What is decided about a proposed line from where it came, and how it stands in its file once it is accepted. */

/** Whether the user lets it pass unread. Nothing that came from a tool, the web or an import ever does. */
export function passesUnread(rule: ReviewMemories, origin: LineOrigin): boolean {
	switch (rule) {
		case 'ask':
			return false;
		case 'own':
			return origin === 'own';
		case 'untainted':
			return origin === 'own' || origin === 'assistant';
	}
}

/** Whether its reader chooses the file: what stands in the place of lines, or changes them, goes where those are. */
export const mayGoElsewhere = ({ replaces, source, tidy }: Proposal): boolean =>
	replaces === null && source !== 'edit-memory' && !tidy;

/** The heading an accepted line stands under: with its day where the file is no day's note. */
export function headingOf({
	source,
	path,
	day,
	time
}: Pick<Proposal, 'source' | 'path' | 'day' | 'time'>): string {
	const at = day === undefined || dayOf(path) !== null ? time : `${day} ${time}`;
	switch (source) {
		case 'compaction':
		case 'flush':
			return extractionHeading.compaction(at);
		case 'synthesis':
			return extractionHeading.synthesis(at);
		case 'reset':
			return extractionHeading.reset(at);
		case 'save-memory':
		case 'edit-memory':
		case 'import':
		case 'tidy':
			return extractionHeading.saved(at);
	}
}

/** The job that a line came from, as histories name it. */
export function writerOf(source: ProposalSource): MemoryWriter {
	switch (source) {
		case 'save-memory':
		case 'edit-memory':
			return 'tool';
		case 'flush':
		case 'reset':
		case 'import':
		case 'tidy':
			return source;
		case 'compaction':
		case 'synthesis':
			return 'compaction';
	}
}
