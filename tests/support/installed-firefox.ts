/** What Playwright 1.65 lacks to drive a Firefox that somebody has installed, put right between the two. */
import { firefox } from '@playwright/test';

interface Message {
	readonly method?: string;
	readonly params?: Record<string, unknown>;
}

/** As much of Playwright's inside as is touched. */
interface Transport {
	send(message: Message): void;
	onmessage?: ((message: Message) => void) | undefined;
}
interface Inside {
	readonly _bidiFirefox: { connectToTransport(transport: Transport, ...rest: unknown[]): unknown };
}
interface Outside {
	readonly _connection: { toImpl(one: unknown): Inside };
}

/** The browser is asked for a colour scheme in a command that Firefox does not know: something harmless is asked instead. */
const asked = (message: Message): Message =>
	message.method === 'emulation.setMediaFeaturesOverride'
		? { ...message, method: 'session.status', params: {} }
		: message;

/** A download that is no navigation is passed over, as Firefox gives it no name: it gets its address as one. */
const told = (message: Message): Message =>
	/^browsingContext\.download(WillBegin|End)$/.test(message.method ?? '')
		? { ...message, params: { download: message.params?.['url'], ...message.params } }
		: message;

/** For every Firefox that is started in this process. */
export function driveInstalledFirefox(): void {
	const inside = (firefox as unknown as Outside)._connection.toImpl(firefox)._bidiFirefox;
	const connect = inside.connectToTransport.bind(inside);
	inside.connectToTransport = (transport, ...rest) => {
		const send = transport.send.bind(transport);
		transport.send = (message) => send(asked(message));
		let hear: Transport['onmessage'];
		Object.defineProperty(transport, 'onmessage', {
			get: () => hear,
			set: (to: Transport['onmessage']) => {
				hear = to && ((message) => to(told(message)));
			}
		});
		return connect(transport, ...rest);
	};
}

/** What cannot be asked of Firefox, or not through Playwright; everything else of the gate is. */
export const notInFirefox = new RegExp(
	[
		'@slow',
		// Through BiDi Playwright cannot run anything in a worker.
		'the telephone calls its endpoint and nobody else',
		// The page's process dies of a selector of Playwright's (`:first-of-type` below a list item, Firefox 153).
		'every answer shows what the model saw',
		// Firefox keeps in mind that a module could not be fetched: until the page is read anew it tries none again.
		'a file waits in sight',
		'a page that cannot be fetched',
		// Only Chromium can be told what is dragged.
		'a folder that is dropped',
		// Playwright's `fill` puts digits beside those that stand in a number field.
		'fields save themselves and hold after a reload'
	].join('|')
);
