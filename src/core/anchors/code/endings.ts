/** Endings of files that people and tools name in a conversation: by them a file is told from a name with a point. */
import { wordSet } from '#core/text/word-set.ts';

export const endings = wordSet([
	// JavaScript and what pages are made of.
	'ts tsx mts cts js jsx mjs cjs svelte vue html htm css scss sass less',
	// Data and settings.
	'json jsonl json5 yml yaml toml ini env lock conf cfg xml csv tsv sql db sqlite proto graphql tf',
	// Texts, pictures, documents.
	'md mdx txt rst adoc svg png jpg jpeg gif webp ico pdf docx xlsx pptx odt ods epub',
	// Other languages.
	'py pyi ipynb rb ex exs heex eex erl rs go java kt kts scala swift m mm c h cc cpp hpp cs fs php',
	'pl lua r jl dart zig nim hs ml clj sh bash zsh fish ps1 bat cmake gradle wasm diff',
	// Logs and archives.
	'log zip gz tgz tar'
]);
