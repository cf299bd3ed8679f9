/** What makes text nicer once it can be read, when the page has nothing better to do. */

import { beginWork, endWork } from './at-work.ts';

type Work = () => void;
const waiting: Work[] = [];
let running = false;

/** One piece of work per idle moment, so that a message full of code never makes one long task. */
export function whenIdle(work: Work) {
	waiting.push(work);
	if (running) return;
	running = true;
	beginWork(waiting);
	next();
}

function next() {
	const run = () => {
		waiting.shift()?.();
		running = waiting.length > 0;
		if (running) next();
		else endWork(waiting);
	};
	if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 1000 });
	else setTimeout(run, 16);
}
