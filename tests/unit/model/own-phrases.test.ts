import { expect, it } from 'vitest';
import { withoutOurs } from '#model/device/own-phrases.ts';
import { phrasesFor } from '#model/device/phrases.ts';

/** What was found is never what the answerer has said of itself, now or in an earlier version. */

const source = (text: string) => ({ text }) as Parameters<typeof withoutOurs>[0];
const asked = [
	'What was it?',
	'Was war das, und wann ist es gewesen?',
	'Qu’est-ce que c’était, et quand ?',
	'¿Qué era eso, y cuándo fue?'
];

it.each(asked)(
	'where it finds nothing it leads to the key, and says to choose a model: a key may be there: %s',
	(one) => {
		const { nothing } = phrasesFor(one);
		expect(nothing).toMatch(
			/choose a model|Wähle ein Modell|choisissez un modèle|elige un modelo/i
		);
		expect(nothing).toContain('](/settings#key)');
		expect(withoutOurs(source(nothing))).toBeNull();
	}
);

it.each([
	'I can only quote what is stored here; a model with a key can answer more, see [Settings](/settings#provider).',
	'Ich kann nur zitieren, was hier gespeichert ist; mehr kann ein Modell mit Schlüssel, siehe [Settings](/settings#provider).',
	'Je ne peux que citer ce qui est enregistré ici ; un modèle avec une clé peut davantage, voir [Settings](/settings#provider).',
	'Solo puedo citar lo que está guardado aquí; un modelo con clave puede más, mira [Settings](/settings#provider).',
	'To have something written, explained or worked out, choose a model under [Settings](/settings#provider).',
	'Ich kann nur zitieren, was hier gespeichert ist; für mehr wähle ein Modell unter [Settings](/settings#provider).',
	'Pour faire écrire, expliquer ou calculer, choisissez un modèle dans [Settings](/settings#provider).',
	'Para que algo se escriba, se explique o se calcule, elige un modelo en [Settings](/settings#provider).'
])('an older answer is known as well: %s', (said) => {
	expect(withoutOurs(source(said))).toBeNull();
});
