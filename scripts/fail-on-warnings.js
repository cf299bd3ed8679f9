/** A build that warns has failed: nobody reads what stands between a hundred lines that say all is well. */
import process from 'node:process';

/**
 * Bundler, Svelte and Kit each have a way of their own to warn, and Kit builds the service worker without our plugins.
 * All of it ends where errors are written, and nothing else is written there.
 *
 * @returns {import('vite').Plugin}
 */
export function failOnWarnings() {
	let isListening = false;
	return {
		name: 'fail-on-warnings',
		apply: 'build',
		// Not before it is built: who only reads the configuration writes where it likes.
		buildStart() {
			if (isListening) return;
			isListening = true;
			const { stderr } = process;
			const write = stderr.write.bind(stderr);
			let hasWarned = false;
			stderr.write = (/** @type {any[]} */ ...said) => {
				hasWarned = true;
				return Reflect.apply(write, stderr, said);
			};
			process.once('exit', () => {
				if (!hasWarned || process.exitCode) return;
				write('The build has failed, for it warned: see above.\n');
				process.exitCode = 1;
			});
		}
	};
}
