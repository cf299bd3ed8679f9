import { LinePin } from '#worker/line-pin.ts';
import { lockDown, pinnedFetch } from '#worker/lockdown.ts';

/** The telephone's first statement: imported before everything else, so that nothing runs with the whole network. */

const origin = new URL(self.location.href).searchParams.get('endpoint');

export const pin = new LinePin(origin);

lockDown(self, pinnedFetch(self.fetch.bind(self), pin));
