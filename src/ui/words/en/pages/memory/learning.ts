import type { Progress } from '#core/progress.ts';

/** Words of learning from imported conversations. */
import * as format from '../../../format.ts';

const conversations = { one: 'session', other: 'sessions' };
const lines = { one: 'line', other: 'lines' };

export const learning = {
	title: 'Learn from imported sessions',
	help: 'What you brought here can be read for things worth remembering. What is found waits at the review desk; nothing is remembered by itself.',
	fromThese: 'Learn from these chats',
	fromImported: 'Learn from imported chats',
	which: 'Sessions to learn from',
	none: 'There are no imported sessions to learn from.',
	learnt: 'already read',
	chooseNew: 'Choose what has not been read yet',
	chooseNone: 'Choose none',
	chosen: (count: number) => `${format.count(count, conversations)} chosen`,
	who: 'Who reads them',
	onDevice: 'Rules on this device',
	onDeviceHint:
		'Finds sentences in which you say something about yourself. Nothing is sent, and it costs nothing.',
	modelHint: (host: string) =>
		`Reads every chosen session. Their words are sent to ${host}; you see the price before.`,
	workOut: 'Work out the price',
	working: ({ done, of }: Progress) =>
		`Looking through ${format.number(done)} of ${format.count(of, conversations)}…`,
	quote: ({
		sessions,
		calls,
		input,
		dollars,
		models
	}: {
		readonly sessions: number;
		readonly calls: number;
		readonly input: number;
		readonly dollars: number | null;
		readonly models: readonly string[];
	}) =>
		`${format.count(sessions, conversations)}: ${format.count(calls, { one: 'call', other: 'calls' })} to ${format.listed(models)}, about ${format.tokens(input)} to read. ${
			dollars === null
				? 'The price is unknown; look at the price list of your provider.'
				: `It costs at most about ${format.money(dollars)}.`
		}`,
	nothingLeft: 'There is nothing left to read in them.',
	start: 'Start learning',
	taken:
		'Another tab has started learning in the meantime, so this was not started. Wait until that is done, or stop it first.',
	running: ({ done, of }: Progress) =>
		`Learning from imported sessions: ${format.number(done)} of ${format.number(of)}`,
	paused: ({ done, of }: Progress) =>
		`Learning is paused: ${format.number(done)} of ${format.count(of, conversations)} read`,
	done: (of: number) => `Read ${format.count(of, conversations)} for memories`,
	sofar: ({ found, spent }: { readonly found: number; readonly spent: number | null }) =>
		`${found === 0 ? 'nothing new found' : `${format.count(found, lines)} for the review desk`}${
			spent === 0 ? '' : spent === null ? ', cost unknown' : `, ${format.money(spent)} spent`
		}`,
	progress: 'Sessions read',
	pause: 'Pause learning',
	goOn: 'Resume learning',
	giveUp: 'Stop learning',
	dismiss: 'Dismiss',
	toDesk: 'To the review desk',
	why: {
		'desk-full': (waiting: number) =>
			`${format.count(waiting, lines)} wait at the review desk. Review them first, then go on.`,
		'endpoint-changed':
			'The endpoint was changed since you agreed to the price. Stop this, and work out a new price.',
		'more-calls':
			'It would take more calls than you agreed to: the sessions have grown since, or too many calls came to nothing. Stop this, and work out a new price.'
	}
} as const;
