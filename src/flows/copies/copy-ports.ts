import type { Truth } from '#db/schema.ts';
import type { PieceByPiece } from '#flows/archives/read-archive.ts';
import type { Vault } from '#flows/copies/vault.ts';
import type { Clock } from '#flows/ports.ts';

/** What is needed to make, look through and put back a copy. */
export interface CopyPorts {
	readonly db: Truth;
	readonly vault: Vault;
	readonly clock: Clock;
	readonly pieces: PieceByPiece;
}

/** Ports of what can also be done where the browser has no place for copies (`vault` null). */
export type PlacePorts = Pick<CopyPorts, 'db' | 'clock'> & { readonly vault: Vault | null };
