import type { ExportedLine } from '#core/export/memory-forms.ts';
import { canonicalJson } from '#core/json.ts';
import { sha256 } from '#core/sha256.ts';

/** Portable AI Memory 1.0 (portable-ai-memory.org), as its validator takes it: no field is null, and no time has parts of a second. */

const product = 'keepsake';

const iso = (at: number): string => new Date(at).toISOString().replace(/\.\d+/, '');

const hash = (text: string): string => `sha256:${sha256(text)}`;

/** By which the same memory is known, whoever wrote it. */
const contentHash = (text: string): string =>
	hash(text.trim().toLowerCase().normalize('NFC').replace(/\s+/g, ' '));

/** Tags in the letters of the form; one that has none of them cannot leave. */
const tagsOf = (tags: readonly string[]): string[] => [
	...new Set(
		tags
			.map((tag) =>
				tag
					.normalize('NFKD')
					.toLowerCase()
					.replace(/\p{M}+/gu, '')
					.replace(/[^a-z0-9_]+/g, '-')
					.replace(/^[-_]+|-$/g, '')
			)
			.filter((tag) => tag !== '')
	)
];

function methodOf(origin: ExportedLine['origin']) {
	switch (origin) {
		// What nobody proposed the user wrote into the file.
		case null:
			return 'manual';
		case 'own':
			return 'explicit_user_input';
		case 'import':
			return 'api_export';
		case 'assistant':
		case 'tool':
		case 'web':
			return 'llm_inference';
	}
}

/** What came from tools and the web is told beside the form's own words, which know no difference. */
export function pamOf(
	lines: readonly ExportedLine[],
	{ now, version }: { readonly now: number; readonly version: string }
): string {
	// The form knows three numbers, and an app built apart may be called by a word.
	const maker = `${product}/${/^\d+(?:\.\d+){2}/.exec(version)?.[0] ?? '0.0.0'}`;
	const memories = lines
		.map(({ text, path, at, origin, tags }) => ({
			id: sha256(`${path}\n${text}`).slice(0, 32),
			type: 'fact',
			status: 'active',
			content: text,
			content_hash: contentHash(text),
			tags: tagsOf(tags),
			// The form must have one: where nobody knows, the day it leaves.
			temporal: { created_at: iso(at ?? now) },
			provenance: {
				platform: product,
				extraction_method: methodOf(origin),
				...(at !== null && { extracted_at: iso(at) }),
				...(origin !== null && { extractor: maker })
			},
			...(origin !== null && { metadata: { keepsake_origin: origin } })
		}))
		.toSorted((a, b) => (a.id < b.id ? -1 : 1));
	const store = {
		schema: 'portable-ai-memory',
		schema_version: '1.0',
		spec_uri: 'https://portable-ai-memory.org/spec/v1.0',
		exported_by: maker,
		export_date: iso(now),
		owner: { id: 'owner' },
		memories,
		relations: [],
		conversations_index: [],
		integrity: {
			canonicalization: 'RFC8785',
			checksum: hash(canonicalJson(memories)),
			total_memories: memories.length
		}
	};
	return JSON.stringify(store, null, '\t');
}
