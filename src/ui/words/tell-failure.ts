import type { Failure } from '#core/failure.ts';
import { words } from './words.ts';

/**
 * The words of a failure where the first screen needs them: fetched when one is met. Where they cannot be fetched, that
 * is what is said.
 */
export const failureWords = (failure: Failure): Promise<string> =>
	import('./failure-text.ts').then(
		({ failureText }) => failureText(failure),
		() => words.kit.notLoaded
	);
