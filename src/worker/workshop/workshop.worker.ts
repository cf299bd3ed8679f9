import '#worker/workshop/lockdown-workshop.ts';
import { refuseTheFuture, stepAside, tellAnew } from '#db/open.ts';
import { guardRoom } from '#db/room.ts';
import { IndexStore, Scratch, Truth } from '#db/schema.ts';
import { sayAlive } from '#worker/channel/alive.ts';
import type { FromWorker, Channel, ToWorker } from '#worker/channel/protocol.ts';
import { serve } from '#worker/channel/serve.ts';
import { openWorkshop } from '#worker/workshop/workshop.ts';

/** Entry of the workshop worker. Opens its own connections, by name. */

const databases = { db: new Truth(), scratch: new Scratch(), index: new IndexStore() };

// A newer version in another tab needs them for itself; the page is told by its own connection.
for (const db of Object.values(databases)) {
	stepAside(db, { onOutdated: (close) => close(), onErased: () => undefined });
	refuseTheFuture(db, () => undefined);
	guardRoom(db);
}
tellAnew(databases.db);

// The scope of a worker is a channel; the types know only the one of a window.
const scope = self as unknown as Channel<FromWorker, ToWorker> & { readonly name: string };
sayAlive(scope);
serve(
	scope,
	openWorkshop(databases, () => Date.now())
);
