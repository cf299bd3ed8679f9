/** Words around the texts that Keepsake itself sends to a model. */
import * as format from '../../../format.ts';

export const ourPrompts = {
	instructions: 'What Keepsake asks for itself',
	own: (value: number) => `${format.number(value)} changed by you`,
	instructionsHelp:
		'Summaries and the notes before a reset are requests too. These are their instructions, word for word. <how to read the messages> is replaced by the text for a transcript, or by the one for inside a conversation.',
	names: {
		summary: ({ form, id }: { readonly form: string; readonly id: string }) =>
			`Summary: ${form} (${id})`,
		journal: 'Journal before a summary, in two phases',
		flush: 'What to remember, before a summary',
		extraction: 'Notes before a reset',
		tidy: 'Tidying memory',
		opinion: 'Second opinion about a summary',
		transcriptReading: 'How a transcript is to be read',
		insideOpening: 'How the message begins',
		insideReading: 'How the messages are to be read',
		insideCoverage: 'Which turns are to be covered',
		insideIntegrates: 'Where a summary stands there already',
		insideKeepsMore: 'Where newer turns stay',
		insideImages: 'Where there were images or documents among them',
		parts: {
			soFar: 'Above the summary so far',
			noneSoFar: 'Six sections: there is no summary yet',
			firstRequest: 'Above the first request',
			noFirstRequest: 'Six sections: there is no first request',
			notes: 'Above the notes of today',
			coverage: 'The task',
			integrates: 'The task, where there is a summary so far',
			inParts: 'Where it is one of several parts',
			round: 'Six sections: the number of the round',
			language: 'The language',
			anyLanguage: 'The language, where it is not known',
			length: 'The length',
			lengthOfRound: 'Six sections: the length',
			images: 'Where there are images or documents',
			pieces: 'Where very long pieces were shortened',
			focus: 'What you asked to attend to',
			extraction: 'The task, where memories are noted',
			opinionEarlier: 'Opinion: above an earlier summary',
			opinionTask: 'Opinion: the task',
			opinionBefore: 'Opinion: where there is an earlier summary',
			opinionUnread: 'Opinion: where turns had no room',
			opinionKept: 'Opinion: where turns are kept back',
			opinionPieces: 'Opinion: where very long pieces were shortened',
			opinionImages: 'Opinion: where there are images or documents',
			opinionLanguage: 'Opinion: the language',
			opinionAnyLanguage: 'Opinion: the language, where it is not known',
			tidyTask: 'Tidying: the task',
			tidyGoal: 'Tidying: how much should be left'
		},
		rules: 'Memory rules',
		guestRules: 'Memory rules, beside them for a guest',
		repairs: {
			unfinished: 'It was cut off',
			'tool-call': 'It called a tool',
			empty: 'It was empty',
			placeholder: 'It held no summary',
			'tool-syntax': 'It held tool syntax or thinking',
			'section-missing': 'A section was missing',
			'too-long': 'It was too long',
			'longer-than-source': 'It was longer than what it summarised',
			'wrong-language': 'It was in another language'
		}
	},
	parts: 'What is added at the end, and above each text',
	partsHelp:
		'The facts of a request from a transcript stand behind it, a sentence each, where they hold. In place of a mark such as <language>, <budget> (tokens), <turns> or <focus> stands what only Keepsake knows. The language, the length and what you asked to attend to also end a request inside a conversation.',
	others: 'What is added at the end of an opinion or of tidying',
	othersHelp: 'The same for the other requests: a sentence each, where it holds.',
	inside: 'What is said inside a conversation for a summary',
	insideHelp:
		'A summary that is written inside the conversation is asked for with one message: this beginning, the instructions of the preset from above, then what is to be covered. In place of <turns>, <first> and <last> stand the turns, and behind it the language, the length and what you asked to attend to.',
	repairs: 'What is said when a summary could not be used',
	repairsHelp: 'It is asked for once more, with one of these sentences at the end of the request.',
	rules: 'What the model is told about memory',
	rulesHelp:
		'Stands behind the system text in every chat request, and in the prompt inspector as Memory rules. A change starts with your next message.',
	/** Marks that other words must hold too. */
	missing: (marks: readonly string[]) =>
		`This is not saved yet: put ${format.listed(marks)} back in. Keepsake writes there what only it knows.`
} as const;
