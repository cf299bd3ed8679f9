import { PointedDestination } from '#worker/telephone/destination.ts';
import { lockDown, guardedFetch } from '#worker/lockdown.ts';

/** The telephone's first statement: imported before everything else, so that nothing runs with the whole network. */

const origin = new URL(self.location.href).searchParams.get('endpoint');

export const destination = new PointedDestination(origin);

lockDown(self, guardedFetch(self.fetch.bind(self), destination));
