import type { ToolPorts } from '#tools/ports.ts';

/** What a tool reaches of a conversation in which nothing stands. */
export const toolPorts = (over: Partial<ToolPorts> = {}): ToolPorts => ({
	session: { id: 's1', kind: 'main', offRecord: false },
	longest: 24_000,
	attempt: (work) => work(),
	today: '2026-11-20',
	dayOf: () => '2026-11-20',
	beginOf: (day) => Date.parse(day),
	search: () => Promise.resolve(null),
	around: () => Promise.resolve([]),
	exchanges: () => Promise.resolve([]),
	memoryPaths: () => Promise.resolve([]),
	memoryText: () => Promise.resolve(null),
	desk: { propose: () => Promise.resolve('failed') },
	...over
});
