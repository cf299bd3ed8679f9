import { lockDown } from '#worker/lockdown.ts';

/** The workshop's first statement: it has no network at all. */

lockDown(self, null);
