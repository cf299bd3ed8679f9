import fc from 'fast-check';

/**
 * Random cases are new ones in each run, and the same ones in the gate (scripts/test.js): what was found once stands in
 * a test of its own, and a search for more is no part of judging a change.
 */
if (process.env.FAST_CHECK_SEED)
	fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.FAST_CHECK_SEED) });
