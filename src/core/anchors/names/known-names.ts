/** Names that people write in small letters, so that no capital tells them from words. */
import type { Mention } from '#core/anchors/passage.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';

/** Products, places to work and ways to pay that mean nothing else; what is also a plain word stays out. */
const names = [
	// Editors and terminals.
	'vs ?code|visual studio code|neovim|vim|emacs|tmux|iterm2?|ghostty|xcode|android studio|intellij',
	// Where code is kept and runs.
	'github|gitlab|bitbucket|docker|kubernetes|terraform',
	// Databases.
	'postgres(?:ql)?|sqlite|mysql|mongodb|redis',
	// Systems.
	'linux|ubuntu|debian|macos|ios|android',
	// Languages, and what is written with them.
	'python|typescript|javascript|kotlin',
	'react native|svelte(?:kit)?|vue|next\\.?js|node\\.?js|tailwind|webpack|esbuild|vitest|pytest',
	'eslint|npm|pnpm|numpy|pandas|django|laravel|erlang|haskell',
	// Browsers.
	'chromium|firefox',
	// Models.
	'openai|anthropic|chatgpt|copilot',
	// Mail, talk, films and music.
	'gmail|whatsapp|telegram|youtube|instagram|facebook|linkedin|reddit|netflix|spotify',
	// Companies and what they sell.
	'paypal|google(?: drive| docs| maps)?|microsoft|amazon|iphone|macbook|playstation|airbnb|ikea',
	'wikipedia|photoshop|figma|powerpoint|dropbox|jira|raspberry pi',
	// Cards.
	'mastercard|master card|amex|american express',
	// Cities.
	'new york|los angeles|san francisco|london|paris|berlin|tokyo|beijing|shanghai'
].join('|');

const known = new RegExp(`(?<![\\p{L}\\d_./@#:-])(?:${names})(?![\\p{L}\\d_/@-]|\\.\\w)`, 'gu');

/** Well-known names in small letters. */
export const findKnownNames = (text: string): Mention[] =>
	matchesOf(known, text).map((match) => ({
		kind: 'name',
		text: match[0],
		offset: match.index
	}));
