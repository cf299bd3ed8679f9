/** Words of the choice of a model for one conversation. */
import * as format from '../../../format.ts';

export const models = {
	title: 'Model of this session',
	find: 'Find a model, or type any id',
	/** `name`: null where none is chosen there. */
	asSettings: (name: string | null) =>
		name === null ? 'As in Settings' : `As in Settings (${format.apart(name)})`,
	isDefault: 'Default',
	window: (tokens: number) => `window ${format.tokens(tokens)}`,
	asTyped: (id: string) => `Use “${id}” as typed`,
	noneListed: 'The endpoint has not listed its models yet.',
	connect: 'Test the connection under Settings',
	noKey: 'Without a key answers come from this device, whatever is chosen here.',
	addKey: 'Add a key',
	chosen: (name: string) =>
		`From the next message on, ${format.apart(name)} answers in this session.`,
	chosenUnlisted: (id: string) =>
		`${id} is not among the models this endpoint listed; it will be tried as typed, from the next message on.`,
	chosenUnknown: (id: string) =>
		`The endpoint has not listed its models, so ${id} will be tried as typed, from the next message on.`,
	/** Said of the one of the settings, behind how many the endpoint lists. */
	answersNew: (id: string) => `In new chats ${format.apart(id)} answers.`,
	unlistedDefault: (id: string) =>
		`${format.apart(id)} is not among them: choose another under Model, or it will be tried as typed.`,
	follows: (name: string | null) =>
		name === null
			? 'This session follows Settings again.'
			: `This session follows Settings again: ${format.apart(name)} answers from the next message on.`
} as const;
