import { AppState } from '#state/app.svelte.ts';
import { beginAnewWhenBack, leaveErased } from '#state/tab/begin-anew.ts';
import { keptAnew } from '#state/tab/under-pen.ts';
import { words } from '#ui/words/words.ts';
import { buildApp } from '../wiring.ts';

/** The one app of this tab. Made while the other scripts are still being evaluated, so that the databases open meanwhile. */

/** Inside another page, where presses could be stolen, nothing is opened and nothing shown (security row 18). */
export const framed = window.top !== window.self;
const reload = () => location.reload();
beginAnewWhenBack(reload);

export const keepsake: AppState = new AppState(
	buildApp({
		onOutdated: (letGo) => {
			keepsake.newVersion.offer(reload);
			keepsake.newVersion.whenIdle(letGo);
		},
		onErased: leaveErased,
		onTaken: (isAnew) =>
			void Promise.allSettled([...keptAnew].map((keep) => keep()))
				.then(() => keepsake.check.look())
				.then(({ status }) => {
					// All of the site went, so nothing is missed. Locks of this page are of what went: to it its workers are dead.
					if (status === 'well' && isAnew()) reload();
				}),
		isWell: () => keepsake.check.verdict?.status === 'well',
		onNewer: () => {
			if (keepsake.check.learnNewer() === 'in-its-place') return;
			keepsake.notices.say(words.shell.newerData, { label: words.shell.reload, onpress: reload });
		}
	})
);

/** What is found of the databases, before anything is shown; null where nothing is opened. */
export const checked = framed ? null : keepsake.check.look();

/** How long the databases may not answer before it is told, ms. */
const patience = 10_000;

/**
 * Nothing is drawn before they answer, and another tab may hold on to them: one that the system has put to sleep, say. An
 * invitation to talk is no word for that. When they answer the app is drawn as ever.
 */
function tellUnanswered(): void {
	const opening = document.getElementById('opening');
	const text = opening?.querySelector('p:last-child');
	if (!opening || !text) return;
	opening.className = 'opening';
	text.setAttribute('role', 'alert');
	text.textContent = words.shell.unanswered;
}

if (checked) {
	const late = setTimeout(tellUnanswered, patience);
	const answered = () => clearTimeout(late);
	void checked.then(answered, answered);
}
