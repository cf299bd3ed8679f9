/** True in the gate (scripts/test.js), which is for every day: of what repeats itself it tries a part, `test:all` everything. */
export const isGate = process.env.TEST_OCCASION === 'gate';

/** How many random cases of a property whose cases take long; in the gate a third, for those are the same each day. */
export const casesOf = (all: number): number => (isGate ? Math.ceil(all / 3) : all);
