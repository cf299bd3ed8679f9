import { describe, expect, it } from 'vitest';
import { isPlaceholder } from '#core/lines/placeholder.ts';

describe('what is said in place of a memory or of a summary', () => {
	it.each([
		'Summary unavailable due to size limits.',
		'Context contained 412 messages (3 oversized). Summary unavailable due to size limits.',
		'**Summary is not available**',
		'Summary unavailable - too long',
		'Failed to generate summary (timeout)',
		'The summary is unavailable due to size limits.',
		'Conversation summary: unavailable',
		'Summary could not be generated',
		'Error generating summary',
		'Unable to summarize the conversation',
		'Could not generate a summary at this time.',
		'No summary is available for this session.',
		'Cannot create a summary as there is nothing to go by',
		'Failed to generate summary: the conversation is too long to process.',
		'[Failed to extract memories: timeout]',
		'(No new memories to save.)',
		'There are no lasting facts to remember.',
		'No new information to save',
		'No memories to extract from this conversation.',
		'None.',
		'Nothing worth remembering',
		'There is nothing to save.',
		'n/a'
	])('“%s” is none', (text) => {
		expect(isPlaceholder(text)).toBe(true);
	});
	it.each([
		'None of the children eat fish',
		'Nothing may be delivered on Mondays',
		'No new information may leave the house',
		'Failed to create a company in 2019',
		'Failed to summarise the conversation with Anna in time',
		'Error generating invoices is the bug they fixed in May',
		'Could not create memory-safe code in C',
		'No summary meetings on Fridays',
		'The summary of March is wanted by Friday',
		'Writes the summary of each meeting',
		'The summary is not available to interns',
		'Summary was not available at the meeting, Anna retold it',
		'No summary needed after short meetings',
		'Could not create memories as a child',
		'Failed to summarise the conversation at the clinic',
		'Failed to create the summary due on Friday',
		'Unable to generate a summary’s title in German',
		'Error creating summary reports is for Anna to mend',
		'No memory of the meeting in May',
		'Nothing to save for retirement',
		'N/A is what they write for a phone number',
		'No suma más de diez kilos',
		'Keine Zusammenfassung nach kurzen Treffen'
	])('“%s” is one', (text) => {
		expect(isPlaceholder(text)).toBe(false);
	});
});
