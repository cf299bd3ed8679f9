import type { ResetPolicy, Session, SessionPolicy } from '#core/session/session.ts';
import { dropValue, keepValue, keptValue } from '#db/scratch/kept-values.ts';
import { changeSession } from '#db/log/sessions.ts';
import {
	setResetPolicy,
	setSessionModel,
	setSessionPolicy
} from '#flows/sessions/change-session.ts';
import { readBegun, writeBegun } from '#state/chat/begun-session.ts';
import { done, doneOf, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';

/**
 * What the user chooses for one session. Before it is stored the choices wait here, over a reload too, and go
 * with its first message.
 */
export class SessionChoices {
	readonly #app: App;
	readonly #stored: () => Session | undefined;
	#fresh: Session;
	/** Parts of the prompt that stay out of the next message only. */
	#offOnce = $state.raw<readonly string[]>([]);
	#touched = false;
	/** What was chosen since its first message was put together, to be stored behind it; null: it is stored. */
	#late: ((id: string) => Promise<Done>)[] | null = [];
	readonly #restored: Promise<void>;

	/** @param stored the session as it is stored; undefined while it is not */
	constructor(app: App, fresh: Session, stored: () => Session | undefined) {
		this.#app = app;
		this.#stored = stored;
		this.#fresh = $state.raw(fresh);
		this.#restored = this.#restore();
	}

	/** The session as it is, or as it will be stored with its first message. */
	get session(): Session {
		return this.#stored() ?? this.#fresh;
	}

	/** Choose what this session is before it is stored. */
	become(change: Partial<Session>): void {
		this.#fresh = { ...this.#fresh, ...change };
		if (readBegun(this.#fresh.id)) writeBegun(this.#fresh);
	}

	/** The session as its first message takes it along: what is chosen from here on follows it. */
	taken(): Session {
		if (this.#late) this.#late = [];
		return this.session;
	}

	/** Its first message was stored, which the screen may not have read yet. */
	followFirst(): void {
		for (const store of this.#late ?? []) void store(this.#fresh.id);
		this.#late = null;
	}

	get offOnce(): readonly string[] {
		return this.#offOnce;
	}

	/** What stays out of a message that goes out now, or once more: it may wait for the network over a reload. */
	async forNext(): Promise<readonly string[]> {
		await this.#restored;
		return this.#offOnce;
	}

	/** Leave a part of the prompt out of the next message, or not. */
	leaveOutOnce(source: string, out: boolean): void {
		const rest = this.#offOnce.filter((name) => name !== source);
		this.#leaveOut(out ? [...rest, source] : rest);
	}

	/** A message was answered without these: what was chosen meanwhile holds for the next. */
	clearOnce(sent: readonly string[]): void {
		if (sent.length > 0 && this.#offOnce === sent) this.#leaveOut([]);
	}

	#leaveOut(sources: readonly string[]): void {
		this.#touched = true;
		this.#offOnce = sources;
		const { scratch } = this.#app;
		const name = `off once ${this.#fresh.id}` as const;
		// Where it cannot be kept it holds until a reload.
		const kept = sources.length > 0 ? keepValue(scratch, name, sources) : dropValue(scratch, name);
		kept.catch(() => undefined);
	}

	async #restore(): Promise<void> {
		const { scratch } = this.#app;
		const kept = await keptValue(scratch, `off once ${this.#fresh.id}`).catch(() => null);
		if (kept && !this.#touched) this.#offOnce = kept;
	}

	/** Switch a part of the prompt on or off. */
	switchPart(source: string, on: boolean): Promise<Done> {
		// Of what is stored by then: another part may have been switched a moment ago.
		const change = ({ switchedOff }: Session) => {
			const rest = switchedOff.filter((name) => name !== source);
			return { switchedOff: on ? rest : [...rest, source] };
		};
		return this.#choose(change(this.session), async (id) =>
			doneOf(await changeSession(this.#app.db, id, change))
		);
	}

	/** How this session is kept short. */
	setPolicy(change: Partial<SessionPolicy>): Promise<Done> {
		const policy = { ...this.#fresh.policy, ...change };
		return this.#choose({ policy }, (id) => setSessionPolicy(this.#app, id, change));
	}

	/** Who answers in this session; null: as the settings say. */
	setModel(model: string | null): Promise<Done> {
		return this.#choose({ model }, (id) => setSessionModel(this.#app, id, model));
	}

	/** When this session is reset; null: as the settings say. */
	setResetPolicy(resetPolicy: ResetPolicy | null): Promise<Done> {
		return this.#choose({ resetPolicy }, (id) => setResetPolicy(this.#app, id, resetPolicy));
	}

	async #choose(change: Partial<Session>, store: (id: string) => Promise<Done>): Promise<Done> {
		const isStored = this.#stored();
		if (!isStored) this.become(change);
		if (isStored || !this.#late) return store(this.#fresh.id);
		this.#late.push(store);
		return done;
	}
}
