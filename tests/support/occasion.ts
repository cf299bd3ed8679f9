/** True in the gate (scripts/test.js), which is for every day: of what repeats itself it tries a part, `test:all` everything. */
export const isGate = process.env.TEST_OCCASION === 'gate';
