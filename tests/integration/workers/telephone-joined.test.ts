import { describe, expect, it, vi } from 'vitest';
import { KeyStore } from '#db/keys/keys.ts';
import { IndexStore, Scratch, Truth } from '#db/schema.ts';
import type { WorkshopJobs } from '../../../src/flows/ports/workshop.ts';
import { client, type Client } from '../../../src/worker/channel/client.ts';
import { joint } from '../../../src/worker/channel/join.ts';
import { modelOver } from '../../../src/worker/channel/model-over.ts';
import { postedToAnswer, postedToCount } from '../../../src/worker/channel/posted.ts';
import type { TelephoneJobs } from '../../../src/worker/channel/protocol.ts';
import { serve } from '../../../src/worker/channel/serve.ts';
import { openWorkshop } from '../../../src/worker/workshop/workshop.ts';
import { staged } from '../../support/builders/a-channel.ts';
import { everyEvent, textIn } from '../../support/builders/a-line.ts';
import { never } from '../../support/never.ts';
import { eventually } from '../../support/eventually.ts';
import { withTelephones } from '../../support/apps/with-telephones.ts';

/** The workshop speaks through the telephone, over a channel that joins the two. */

const { server, other, workers, aTelephone, setKey, asking } = await withTelephones();

describe('the workshop joined to the telephone', () => {
	/** The workshop's end of the channel that joins it to the telephone. */
	function aWorkshop(): {
		readonly line: Client<WorkshopJobs>;
		readonly ports: MessagePort[];
	} {
		const ports: MessagePort[] = [];
		const worker = staged({
			work: () => Promise.resolve(null),
			connect: (port) => void ports.push(port)
		});
		workers.push({ origin: 'workshop', worker });
		return { line: client<WorkshopJobs>(worker.channel), ports };
	}

	/** A telephone with a key, and the line on which the workshop speaks to it. */
	async function joined() {
		const join = joint();
		const telephone = aTelephone(undefined, (line) => join.telephoneStarted(line));
		const { line, ports } = aWorkshop();
		join.workshopStarted(line);
		await setKey(telephone);
		const port = await vi.waitUntil(() => ports[0]);
		const speaker = client<TelephoneJobs>(port);
		return { telephone, speaker, port };
	}

	it('speaks through the telephone, and can ask nothing about the key', async () => {
		const { telephone, speaker, port } = await joined();
		server.queue({ text: 'A summary.' });
		const model = modelOver(() => Promise.resolve(speaker));
		expect(textIn(await everyEvent(model.stream(asking('Summarise'), never)))).toBe('A summary.');
		for (const kind of ['set-key', 'forget-key', 'key-status', 'configure', 'models'] as const)
			expect(await speaker.run(kind, null, null)).toMatchObject({ status: 'failed' });
		expect((await telephone.keyStatus()).state).toBe('set');
		port.close();
	});

	it('is told the name of a bug alone: its words may quote the key', async () => {
		const { speaker, port } = await joined();
		const read = vi
			.spyOn(KeyStore.prototype, 'read')
			.mockRejectedValue(new TypeError(`no header: ${server.key}`));
		for (const asked of [
			speaker.run('count', postedToCount(asking('Summarise')), null),
			speaker.run('stream', postedToAnswer(asking('Summarise')), null)
		])
			expect(await asked).toEqual({
				status: 'failed',
				failure: { kind: 'crashed', detail: 'TypeError' }
			});
		expect(read).toHaveBeenCalledTimes(2);
		read.mockRestore();
		port.close();
	});

	it('gets a new channel when the telephone is started anew', async () => {
		const join = joint();
		const telephone = aTelephone(undefined, (line) => join.telephoneStarted(line));
		const { line, ports } = aWorkshop();
		await telephone.open();
		join.workshopStarted(line);
		await telephone.configure({ endpoint: other.url, authHeader: 'bearer' });
		await eventually(() => expect(ports).toHaveLength(2));
		for (const port of ports) port.close();
	});

	it('is told of another endpoint by what it still asks of the one before, and asks the new one nothing of it', async () => {
		const name = 'workshop-pointed-elsewhere';
		const [db, scratch, index] = [
			new Truth(name),
			new Scratch(`${name}-scratch`),
			new IndexStore(`${name}-index`)
		];
		const file = {
			path: 'MEMORY.md',
			text: '- Bakes bread\n- Likes tea\n',
			scope: 'everywhere'
		} as const;
		await db.memoryFiles.put({ ...file, rev: 1, updatedAt: 1, deletedAt: null });
		const worker = staged(openWorkshop({ db, scratch, index }, () => 1));
		workers.push({ origin: 'workshop', worker });
		const line = client<WorkshopJobs>(worker.channel);
		const asked: string[] = [];
		const telephones = ['before', 'new'].map((endpoint) => {
			const { port1, port2 } = new MessageChannel();
			const work = () => {
				asked.push(endpoint);
				return new Promise(() => {});
			};
			serve(port1, { work });
			return { port1, port2 };
		});
		line.connect(telephones[0]!.port2);
		const tidied = line.run('tidy', { path: null, answerer: 'claude-test-5' }, never);
		await eventually(() => expect(asked).toEqual(['before']));
		line.connect(telephones[1]!.port2);
		expect(await tidied).toEqual({
			status: 'failed',
			failure: { kind: 'changed-meanwhile', why: 'endpoint' }
		});
		expect(asked).toEqual(['before']);
		for (const { port1 } of telephones) port1.close();
		for (const one of [db, scratch, index]) await one.delete();
	});
});
