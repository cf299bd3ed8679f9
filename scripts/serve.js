/** `npm start`: serves the built app on this machine, and says plainly why when it cannot. */
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { answerFrom } from './answer-static.js';

/**
 * @typedef {object} Serving
 * @property {string} url
 * @property {number} port
 * @property {() => Promise<void>} close
 */

/**
 * Starts serving. With host `localhost` it listens on both loopback addresses, so that whichever a browser
 * tries first answers.
 *
 * @param {{ folder: string, port: number, host?: string }} options `port` 0 picks a free one.
 * @returns {Promise<Serving>}
 * @throws {Error} Where `folder` holds no built app, or the port is taken; the message says what to do.
 */
export async function serve({ folder, port, host = 'localhost' }) {
	const root = await realpath(folder).catch(() => null);
	if (root === null || !(await stat(path.join(root, 'index.html')).catch(() => null)))
		throw new Error(`There is no built app in ${folder}. Build it first: npm run build`);
	const answer = answerFrom(root);
	const hosts = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
	/** @type {import('node:http').Server[]} */
	const servers = [];
	let bound = port;
	for (const one of hosts) {
		const server = createServer((request, response) => {
			answer(request, response).catch(() => {
				if (!response.headersSent) response.writeHead(500);
				response.end();
			});
		});
		try {
			bound = await listen(server, one, bound);
			servers.push(server);
		} catch (error) {
			const code = codeOf(error);
			// A machine without IPv6 is no problem as long as the first address answers.
			if (servers.length > 0 && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) continue;
			await Promise.all(servers.map(close));
			if (code === 'EADDRINUSE')
				throw new Error(
					`Port ${port} is taken. Stop the program that uses it, or choose another: PORT=${port + 1} npm start`,
					{ cause: error }
				);
			throw error;
		}
	}
	return {
		url: `http://${host}:${bound}`,
		port: bound,
		close: async () => {
			await Promise.all(servers.map(close));
		}
	};
}

/**
 * @param {import('node:http').Server} server
 * @param {string} host
 * @param {number} port
 * @returns {Promise<number>} The port it listens on.
 */
function listen(server, host, port) {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, host, () => {
			const address = server.address();
			resolve(typeof address === 'object' && address !== null ? address.port : port);
		});
	});
}

/**
 * @param {import('node:http').Server} server
 * @returns {Promise<void>}
 */
function close(server) {
	return new Promise((resolve) => {
		server.close(() => resolve());
		server.closeAllConnections();
	});
}

/**
 * @param {unknown} error
 * @returns {string}
 */
function codeOf(error) {
	return error instanceof Error && 'code' in error ? String(error.code) : '';
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
	const folder = fileURLToPath(new URL('../build', import.meta.url));
	try {
		const port = Number(process.env.PORT || 4173);
		if (!Number.isInteger(port) || port < 0 || port > 65_535)
			throw new Error(`PORT is ${process.env.PORT}; it has to be a number from 0 to 65535.`);
		const host = process.env.HOST;
		const { url } = await serve({ folder, port, ...(host ? { host } : {}) });
		console.log(`Keepsake is at ${url}`);
	} catch (error) {
		console.error(error instanceof Error ? error.message : error);
		process.exitCode = 1;
	}
}
