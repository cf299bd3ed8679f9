import type { RoomLimit, Session } from '#core/session/session.ts';
import { isBeyond, remind, type Passed } from '#core/prompt/weight/reminder.ts';
import { changeSession } from '#db/log/sessions.ts';
import type { App } from '#flows/ports.ts';

/** What a session says of the room that ends, where nothing is summarised by itself. Core decides when. */
export class Reminding {
	readonly #db: App['db'];
	#said = $state.raw<RoomLimit | null>(null);
	/** On its way into the database: what is stored there is older. */
	#written: RoomLimit | null | undefined;

	constructor({ db }: Pick<App, 'db'>) {
		this.#db = db;
	}

	/** What was said and not yet put away; null: nothing. */
	get said(): RoomLimit | null {
		return this.#said;
	}

	/** Look where a stored session stands now, whenever it was weighed. */
	look(passed: Passed, { id, reminded = null }: Pick<Session, 'id' | 'reminded'>): void {
		if (reminded === this.#written) this.#written = undefined;
		const before = this.#written === undefined ? reminded : this.#written;
		const { say, told } = remind(passed, before);
		if (say !== null) this.#said = say;
		else if (isBeyond(this.#said, told)) this.#said = null;
		if (told === before) return;
		this.#written = told;
		// Where it cannot be stored it may be said once more, which is better than not at all.
		void changeSession(this.#db, id, () => ({ reminded: told }));
	}

	readonly dismiss = (): void => {
		this.#said = null;
	};
}
