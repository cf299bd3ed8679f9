/** Answers with what stands for some messages after a compaction without any model, over JSON lines. */
import { rankAnchors } from '../../src/core/anchors/rank.ts';
import { familyAsked } from './json-lines/family-asked.ts';
import {
	answerLines,
	isFields,
	readNumber,
	readOptionalText,
	type Fields
} from './json-lines/lines.ts';
import { passagesOf } from './survival/passages.ts';

function messagesOf(question: Fields): readonly Fields[] {
	const messages: unknown = question['messages'];
	if (!Array.isArray(messages)) throw new TypeError('"messages" must be a list');
	return messages.map((message: unknown) => {
		if (!isFields(message)) throw new TypeError('each of "messages" must be an object');
		return message;
	});
}

await answerLines((question) => {
	const asked = readOptionalText(question, 'family');
	const budget = question['budget'] === undefined ? 2000 : readNumber(question, 'budget');
	const family = familyAsked(asked);
	return { kept: rankAnchors(passagesOf(messagesOf(question)), { budget, family }).text };
});
