import type { Truth } from '#db/schema.ts';
import { changeSetting, replaceSetting, writeSetting } from '#db/settings.ts';
import type { Stored } from '#db/storing.ts';

/** What the person has agreed to about money, once for all sessions. */

/** They have seen what a model costs; it is not said again. */
export async function agreeToPrice(db: Truth, model: string): Promise<void> {
	await changeSetting(db, 'agreedModels', (agreed) =>
		agreed.includes(model) ? agreed : [...agreed, model]
	);
}

/** Whether summaries may be prepared with paid calls nobody pressed a button for. */
export const decideBackgroundDrafts = (db: Truth, decided: 'yes' | 'no'): Promise<Stored<void>> =>
	writeSetting(db, 'backgroundDrafts', decided);

/** Have it asked again. Refused with `changed-meanwhile` where something else was decided since. */
export const undecideBackgroundDrafts = (db: Truth, decided: 'yes' | 'no') =>
	replaceSetting(db, 'backgroundDrafts', { before: decided, value: 'not-asked' });
