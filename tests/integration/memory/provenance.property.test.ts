import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bulletsOf } from '#core/memory/file.ts';
import { normaliseLine } from '#core/lines/line.ts';
import { curatedPath } from '#core/memory/memory.ts';
import { memoryFile, memoryFiles } from '#db/memory/files.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { Truth } from '#db/schema.ts';
import { storyOfLine } from '#flows/memory/line-story.ts';
import { moveLines, renameMemoryFile, undoMemoryAct } from '#flows/memory/memory-acts.ts';
import { deleteMemoryFile, saveMemoryFile } from '#flows/memory/memory-files.ts';
import { bringBackMemoryFile } from '#flows/forgetting/bring-back-file.ts';
import { proposeLine } from '#flows/desk/propose-line.ts';
import { acceptProposal } from '#flows/desk/review-desk.ts';
import { heldClock } from '../../support/builders/a-clock.ts';
import { importFile, wholeBackup } from '../../support/apps/importing.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

/** Whatever is done to memory, in whatever order: a line that still stands tells the turn it was learnt from. */

const learnt = [
	'Lives in Porto near the harbour',
	'Owns a red canoe',
	'Plays chess on Sundays',
	'Allergic to hazelnuts'
] as const;
const byHand = ['Water the basil', 'Ring the dentist', 'Buy blue paint'] as const;
const paths = ['memory/2026-11-18.md', 'memory/home.md', 'memory/people.md'] as const;

const line = fc.integer({ min: 0, max: learnt.length - 1 });
const path = fc.constantFrom(...paths, curatedPath);
const act = fc.oneof(
	fc.record({ kind: fc.constant('shuffle' as const), path, seed: fc.nat(5) }),
	fc.record({ kind: fc.constant('emphasise' as const), line }),
	fc.record({ kind: fc.constant('reword' as const), line }),
	fc.record({ kind: fc.constant('write' as const), path, own: fc.constantFrom(...byHand) }),
	fc.record({ kind: fc.constant('paste' as const), line, path }),
	fc.record({ kind: fc.constant('move' as const), line, undone: fc.boolean() }),
	fc.record({ kind: fc.constant('rename' as const), from: path, to: fc.constantFrom(...paths) }),
	fc.record({ kind: fc.constant('throw away' as const), path }),
	fc.record({ kind: fc.constant('another device' as const) }),
	fc.record({ kind: fc.constant('lose the turn' as const), line })
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

let profiles = 0;

/** One profile on its way through the acts; `texts` is how each learnt line reads by now. */
class Life {
	readonly #clock = heldClock();
	readonly #texts: string[] = [...learnt];
	readonly #lost = new Set<number>();
	db = new Truth(`provenance-${String(++profiles)}`);

	get #ports() {
		return { db: this.db, clock: this.#clock };
	}

	async begin(): Promise<void> {
		await storeSession(this.db, aSession(), someExchanges(learnt.length));
		for (const [at, text] of learnt.entries()) {
			await proposeLine(this.#ports, {
				text,
				path: paths[0],
				source: 'reset',
				origin: 'own',
				sessionId: 's1',
				turnIds: [`s1-trunk-${String(at)}`]
			});
			const [proposal] = await waitingProposals(this.db);
			await acceptProposal(this.#ports, proposal?.id ?? '');
		}
	}

	async #edit(where: string, change: (text: string) => string): Promise<void> {
		const file = await memoryFile(this.db, where);
		const text = change(file?.text ?? '');
		const saved = { path: where, text, expectedRev: file?.rev ?? null };
		if (text !== file?.text) await saveMemoryFile(this.#ports, saved);
	}

	async #placeOf(at: number) {
		const wanted = normaliseLine(this.#texts[at] ?? '');
		for (const file of await memoryFiles(this.db)) {
			const bullet = bulletsOf(file.text).find(({ text }) => normaliseLine(text) === wanted);
			if (bullet) return { file, bullet };
		}
		return null;
	}

	async #change(at: number, change: (text: string) => string): Promise<void> {
		const place = await this.#placeOf(at);
		if (!place) return;
		const now = change(place.bullet.text);
		await this.#edit(place.file.path, (text) => text.replace(place.bullet.text, now));
		this.#texts[at] = now;
	}

	async does(what: Act): Promise<void> {
		switch (what.kind) {
			case 'shuffle':
				return this.#edit(what.path, (text) => {
					const rows = text.split('\n').filter((row) => row !== '');
					const cut = rows.length === 0 ? 0 : what.seed % rows.length;
					return `# Notes\n\n${[...rows.slice(cut), ...rows.slice(0, cut)].join('\n\n')}\n`;
				});
			case 'emphasise':
				return this.#change(what.line, (text) =>
					text.startsWith('**') ? text.replaceAll('*', '').toLowerCase() : `**${text}**`
				);
			case 'reword':
				return this.#change(what.line, (text) =>
					text.endsWith('still') ? text.replace(/,? still$/, '') : `${text}, still`
				);
			case 'write':
				return this.#edit(what.path, (text) => `${text.replace(/\n*$/, '\n')}- ${what.own}\n`);
			case 'paste': {
				const place = await this.#placeOf(what.line);
				if (!place || place.file.path === what.path) return;
				const { text: words } = place.bullet;
				await this.#edit(place.file.path, (text) => text.replace(`- ${words}\n`, ''));
				return this.#edit(what.path, (text) => `${text.replace(/\n*$/, '\n')}- ${words}\n`);
			}
			case 'move': {
				const place = await this.#placeOf(what.line);
				if (!place || place.file.path === curatedPath) return;
				const { file, bullet } = place;
				const ask = { from: file.path, starts: [bullet.start], expectedRev: file.rev };
				const moved = await moveLines(this.#ports, ask);
				if (moved.status !== 'done') throw new Error('not moved');
				if (what.undone) await undoMemoryAct(this.#ports, moved.act);
				return;
			}
			case 'rename':
				await renameMemoryFile(this.#ports, what);
				return;
			case 'throw away': {
				if (!(await memoryFile(this.db, what.path))) return;
				await deleteMemoryFile(this.#ports, what.path);
				const deletedAt = (await this.db.memoryFiles.get(what.path))?.deletedAt ?? 0;
				const back = await bringBackMemoryFile(this.#ports, { path: what.path, deletedAt });
				expect(back.status).toBe('done');
				return;
			}
			case 'another device': {
				const made = await wholeBackup(this.db);
				const there = new Truth(`provenance-${String(++profiles)}`);
				await importFile(there, made);
				await this.db.delete();
				this.db = there;
				return;
			}
			case 'lose the turn': {
				const turnId = `s1-trunk-${String(what.line)}`;
				await this.db.marks.put({ sessionId: 's1', turnId, kind: 'deleted', at: 1 });
				this.#lost.add(what.line);
			}
		}
	}

	/** Each line that stands, with what it is told to be learnt from, against what it was learnt from. */
	async looks(): Promise<void> {
		const standing = await memoryFiles(this.db);
		const bullets = standing.flatMap((file) =>
			bulletsOf(file.text).map(({ text }) => ({ path: file.path, text }))
		);
		for (const at of learnt.keys()) expect(await this.#placeOf(at), this.#texts[at]).not.toBeNull();
		for (const bullet of bullets) {
			const at = this.#texts.findIndex(
				(text) => normaliseLine(text) === normaliseLine(bullet.text)
			);
			const told = await storyOfLine({ db: this.db }, bullet);
			if (at < 0) {
				expect(told.learnt, bullet.text).toEqual([]);
				expect(told.written?.by, bullet.text).toBe('user');
				continue;
			}
			expect(told.learnt, `${bullet.path}: ${bullet.text}`).toMatchObject([
				{
					origin: 'own',
					by: 'reset',
					turns: [
						{
							turnId: `s1-trunk-${String(at)}`,
							number: at + 1,
							state: this.#lost.has(at) ? 'deleted' : 'here'
						}
					]
				}
			]);
		}
	}
}

test('through edits by hand, moves, renames, deletions, exports and imports, each line that stands keeps its source, and says when that is gone', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 7 }), async (acts) => {
			const life = new Life();
			await life.begin();
			for (const what of acts) {
				await life.does(what);
				await life.looks();
			}
			await life.db.delete();
		}),
		{ numRuns: 15 }
	);
});
