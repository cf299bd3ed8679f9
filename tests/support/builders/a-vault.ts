import type { Vault } from '#flows/copies/vault.ts';

/** A folder of copies in memory, which can be full, lose power and be damaged. */
export interface TestVault extends Vault {
	readonly files: Map<string, Uint8Array>;
	/** Bytes that may be written in all; what is beyond fails as a full disk does. */
	room: number;
	/** Called before each step that changes something; throws to end there. */
	step: (what: string) => void;
}

export function aVault(): TestVault {
	const files = new Map<string, Uint8Array>();
	const used = () => [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
	const vault: TestVault = {
		files,
		room: Infinity,
		step: () => undefined,
		names: () => Promise.resolve([...files.keys()]),
		open: (name) => {
			const bytes = files.get(name);
			return Promise.resolve(bytes ? new Blob([bytes.slice()]) : null);
		},
		async create(name) {
			await Promise.resolve();
			vault.step(`create ${name}`);
			files.set(name, new Uint8Array());
			return {
				write(bytes) {
					vault.step(`write ${name}`);
					if (used() + bytes.length > vault.room)
						throw new DOMException('no room', 'QuotaExceededError');
					const before = files.get(name) ?? new Uint8Array();
					const joined = new Uint8Array(before.length + bytes.length);
					joined.set(before);
					joined.set(bytes, before.length);
					files.set(name, joined);
				},
				async close() {
					await Promise.resolve();
					vault.step(`close ${name}`);
				}
			};
		},
		async remove(name) {
			await Promise.resolve();
			vault.step(`remove ${name}`);
			files.delete(name);
		}
	};
	return vault;
}
