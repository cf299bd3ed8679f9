import { beginOfDay, localDayOf } from '#core/time/stamp.ts';
import { roomForResult } from '#core/prompt/weight/verdict.ts';
import { readPath } from '#db/log/sessions.ts';
import { readExchanges } from '#db/log/turns.ts';
import { storing } from '#db/storing.ts';
import { deskFor } from '#flows/answer/tools/desk.ts';
import { readableTo } from '#flows/answer/tools/readable.ts';
import type { CallingReply } from '#flows/answer/tools/reply.ts';
import { searchFor } from '#flows/answer/tools/search.ts';
import type { App } from '#flows/ports.ts';
import type { ToolPorts } from '#tools/ports.ts';

/** What the tools of one reply reach: this session, what a guest may see of memory, and the desk. */
export function toolPortsFor(app: App, reply: CallingReply): ToolPorts {
	const { db, clock } = app;
	const { session, read } = reply;
	const zone = clock.zone();
	const readable = readableTo(db, reply);
	const attempt: ToolPorts['attempt'] = async (work) => {
		const read = await storing(work);
		return read.status === 'failed' ? null : read.value;
	};
	return {
		attempt,
		longest: roomForResult(read.prompt, read.input.policy),
		session: { id: session.id, kind: session.kind, offRecord: session.offRecord },
		today: localDayOf(clock.now(), zone),
		dayOf: (at) => localDayOf(at, zone),
		beginOf: (day) => beginOfDay(day, zone),
		search: searchFor(app, reply, readable),
		async around({ sessionId, branch, seq }) {
			if (sessionId === null || branch === null || seq === null) return [];
			const path = await readPath(db, sessionId, branch);
			const range = { fromSeq: Math.max(0, seq - 1), throughSeq: seq + 1 };
			// A passage is told without what stands around it where that cannot be opened.
			const found = await attempt(() => readExchanges(db, sessionId, path, range));
			return readable.turns(found ?? [], sessionId);
		},
		async exchanges(fromSeq, throughSeq) {
			const found = await readExchanges(db, session.id, read.path, { fromSeq, throughSeq });
			return readable.turns(await readable.withoutBarredQuotes(found), session.id);
		},
		memoryPaths: async () => (await readable.files()).map((file) => file.path),
		memoryText: async (path) =>
			(await readable.files()).find((file) => file.path === path)?.text ?? null,
		desk: deskFor(app, reply)
	};
}
