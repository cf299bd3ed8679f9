import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settingsIn, storedEndpoint } from '#core/backup/setting-values.ts';
import { isLocalEndpoint } from '#core/wire/endpoint.ts';
import { readEndpoint } from '#ui/settings/read-endpoint.ts';
import { baseOf } from '#worker/telephone/destination.ts';

/** Where an endpoint is, read without a URL parser, must be where the telephone calls, which has one. */

/** What a crafted backup would be made of. */
const parts = fc.constantFrom(
	...['https://', 'http://', 'HTTP:', '\\', '/', '@', '?', '#', ':', '%', '.', '\t', ' ', '[', ']'],
	...[
		'localhost',
		'127.0.0.1',
		'10.0.0.1',
		'192.168.1.5',
		'nas.local',
		'::1',
		'fc00',
		'fe80',
		'8080'
	],
	...['evil.example', 'a', 'v1', '/v1/messages', 'Ä']
);
const crafted = fc
	.tuple(fc.constantFrom('https://', 'http://'), fc.array(parts, { maxLength: 8 }))
	.map(([scheme, rest]) => scheme + rest.join(''));

const isHere = (hostname: string): boolean => isLocalEndpoint(`http://${hostname}`);

describe('an endpoint', () => {
	it.each([
		'https://evil.example\\@localhost',
		'https://evil.example?@localhost',
		'https://evil.example#@localhost',
		'https://evil.example\t\\@127.0.0.1',
		'http://fc00:',
		'https://notlocalhost'
	])('is not on this device where %j only ends like it', (endpoint) => {
		expect(isLocalEndpoint(endpoint)).toBe(false);
	});

	it('counts as on this device only where the host that is called does', () => {
		fc.assert(
			fc.property(crafted, (endpoint) => {
				if (!isLocalEndpoint(endpoint) || !URL.canParse(endpoint)) return;
				const { hostname } = new URL(endpoint);
				expect([endpoint, hostname, isHere(hostname)]).toEqual([endpoint, hostname, true]);
			}),
			{ numRuns: 3000 }
		);
	});

	it('of a backup is taken in the spelling of the settings field, or not at all', () => {
		const taken = (endpoint: string) => settingsIn({ endpoint })['endpoint'];
		expect(taken('https://evil.example\\@localhost')).toBeUndefined();
		expect(taken('https://me:secret@example.org')).toBeUndefined();
		expect(taken('http://[::1]:8080')).toBeUndefined();
		expect(taken('https://Example.org/v1/messages/')).toBe('https://example.org');
		expect(taken('http://localhost:11434/api/')).toBe('http://localhost:11434/api');
	});

	it('of a backup is called where it says', () => {
		fc.assert(
			fc.property(crafted, (text) => {
				const endpoint = storedEndpoint(text);
				if (endpoint === null || !URL.canParse(endpoint)) return;
				const { host } = new URL(text);
				expect(new URL(baseOf(endpoint)?.base ?? '').host).toBe(host);
				expect(readEndpoint(endpoint).status).toBe('read');
			}),
			{ numRuns: 3000 }
		);
	});
});
