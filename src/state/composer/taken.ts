import type { Attachment, Attachments } from '#state/composer/attachments.svelte.ts';
import type { UnsentText } from '#state/composer/unsent-text.ts';
import type { Written } from '#state/composer/written-text.svelte.ts';

interface Composer {
	readonly unsent: UnsentText;
	readonly attachments: Attachments;
}

/** What stood in a composer when it was sent. */
export interface Taken extends Written {
	readonly files: readonly Attachment[];
	/** It stands in the transcript, or in a composer again: it need not be kept for a tab that dies. */
	readonly letGo: () => void;
}

/** Take what stands there, to be sent. */
export function take({ unsent, attachments }: Composer): Taken {
	const written = unsent.take();
	const files = attachments.take();
	return {
		...written,
		files,
		letGo: () => {
			unsent.letGo(written);
			attachments.letGo(files);
		}
	};
}

/** It stands in a composer again, before what was written there since. */
export function putBack({ unsent, attachments }: Composer, taken: Taken): void {
	unsent.putBefore(taken);
	attachments.putBack(taken.files);
}

/**
 * Ask with what was taken, which is let go of once it is stored. What could not even be stored comes into the composer:
 * `onBack` then.
 */
export async function askWith<Outcome extends { readonly turnId: string | null }>(
	composer: Composer,
	taken: Taken,
	ask: (onStored: () => void) => Promise<Outcome | null>,
	onBack = taken.letGo
): Promise<Outcome | null> {
	let isStored = false;
	try {
		const outcome = await ask(() => {
			isStored = true;
			taken.letGo();
		});
		isStored = outcome !== null && outcome.turnId !== null;
		return outcome;
	} finally {
		// Also where something broke that nobody expected, a worker that cannot be fetched say.
		if (isStored) taken.letGo();
		else {
			putBack(composer, taken);
			onBack();
		}
	}
}
