import { destination } from '#worker/telephone/lockdown-telephone.ts';
import { KeyStore } from '#db/keys/keys.ts';
import { sayAlive } from '#worker/channel/alive.ts';
import type { FromWorker, Channel, ToWorker } from '#worker/channel/protocol.ts';
import { serve } from '#worker/channel/serve.ts';
import { openTelephone } from '#worker/telephone/telephone.ts';

/** Entry of the telephone worker, started as `<script>?endpoint=<origin>`. */

const telephone = openTelephone({
	destination,
	keys: new KeyStore(),
	fetch: (input, init) => fetch(input, init),
	online: () => navigator.onLine,
	now: () => Date.now(),
	chance: () => Math.random()
});

// The scope of a worker is a channel; the types know only the one of a window.
const scope = self as unknown as Channel<FromWorker, ToWorker> & { readonly name: string };
sayAlive(scope);
serve(scope, {
	...telephone.page,
	connect: (port) => serve(port, telephone.workshop)
});
