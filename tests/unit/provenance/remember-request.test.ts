import { expect, test } from 'vitest';
import { behindRequest } from '#core/provenance/remember-request.ts';

/** The fact behind "remember that …" is a line in the user's words: it is neither cut short nor put together anew. */

test.each([
	['Merk dir, dass ich in Graz wohne.', 'ich wohne in Graz.'],
	// The verb goes behind the whole subject, and where that is not plain it stays as it was said.
	['Merk dir, dass mein kleiner Bruder in Wien wohnt.', 'mein kleiner Bruder wohnt in Wien.'],
	['Merk dir, dass meine alte Mutter in Bern lebt.', 'meine alte Mutter lebt in Bern.'],
	['Merk dir, dass ihr Bruder in Wien wohnt.', 'ihr Bruder wohnt in Wien.'],
	['Merk dir, dass meine Frau Anna heißt.', 'meine Frau heißt Anna.'],
	['Merk dir, dass mein Bruder Karl in Wien wohnt.', 'mein Bruder Karl in Wien wohnt.'],
	['Merk dir, dass mein bruder in wien wohnt.', 'mein bruder in wien wohnt.'],
	['Merk dir, dass mein Sohn am Kurs teilnimmt.', 'mein Sohn am Kurs teilnimmt.'],
	['Note that down: my boss is Eva.', 'my boss is Eva.'],
	['Note: my boss is Eva.', 'my boss is Eva.'],
	['Note my boss is Eva.', 'my boss is Eva.'],
	['Make a note to self: my boss is Eva.', 'my boss is Eva.'],
	['Notez que ma sœur habite à Lyon.', 'ma sœur habite à Lyon.'],
	['Note 5 is what my boss uses.', 'Note 5 is what my boss uses.'],
	['Remember that down the road my sister lives.', 'down the road my sister lives.'],
	['Remember this is what my boss said.', 'this is what my boss said.']
])('%s', (said, fact) => {
	expect(behindRequest(said)).toBe(fact);
});
