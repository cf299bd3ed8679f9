import type { Truth } from '#db/schema.ts';
import { changeSetting, writeSetting } from '#db/settings.ts';

/** What the person has agreed to about money, once for all sessions. */

/** They have seen what a model costs; it is not said again. */
export async function agreeToPrice(db: Truth, model: string): Promise<void> {
	await changeSetting(db, 'agreedModels', (agreed) =>
		agreed.includes(model) ? agreed : [...agreed, model]
	);
}

/** Whether summaries may be prepared with paid calls nobody pressed a button for. */
export async function allowBackgroundDrafts(db: Truth, allowed: boolean): Promise<void> {
	await writeSetting(db, 'backgroundDrafts', allowed ? 'yes' : 'no');
}
