/** Another host that would gladly take what is sent to it: where a redirect must not lead. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Stranger {
	readonly url: string;
	/** Everything that reached it, bodies and headers as text. Must stay empty. */
	readonly heard: readonly string[];
	close(): Promise<void>;
}

export async function startStranger(): Promise<Stranger> {
	const heard: string[] = [];
	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (part: Buffer) => (body += part.toString('utf8')));
		request.on('end', () => {
			heard.push(`${request.method ?? ''} ${JSON.stringify(request.headers)} ${body}`);
			response.writeHead(200, {
				'access-control-allow-origin': '*',
				'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
				'content-type': 'application/json'
			});
			response.end('{}');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		heard,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			})
	};
}
