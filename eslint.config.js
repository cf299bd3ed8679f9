import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** Safari’s engine finds nothing with such a pattern in a text that has a sign beyond Latin-1 (docs/benchmarks/browsers.md). */
const everywhere = [
	{
		selector: 'Literal[regex.flags=/[uv]/][regex.pattern=/\\\\(?:[1-9]|k<)/]',
		message: 'No pattern with this flag refers back to what it has found.'
	}
];

const pure = [
	...everywhere,
	{ selector: 'AwaitExpression, :function[async=true]', message: 'core is synchronous.' },
	{
		selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
		message: 'Pass the time in.'
	},
	{ selector: 'ClassDeclaration', message: 'core is functions over plain data.' },
	{ selector: 'TSEnumDeclaration', message: 'Use a union of strings.' },
	{ selector: 'ExportDefaultDeclaration', message: 'Name it.' }
];

/** The doors of `.dependency-cruiser.cjs` once more: it does not see what a component imports as a type only. */
const closed = (...rooms) => [
	'error',
	{ patterns: [{ regex: `^#(${rooms.join('|')})/`, message: 'There is no door to this room.' }] }
];

/** What writes a row, on a table or on rows of it; and what opens a transaction. */
const writes = /^(put|add|update|upsert|delete|clear|modify|bulk(Put|Add|Update|Delete))$/;
const ofDexie = new Set(['Table', 'Collection']);

/** Told by its type, so that a table under another name is one too. */
const storesInDb = {
	meta: {
		type: 'problem',
		schema: [],
		messages: { write: 'Rows are written and transactions opened by a named function of db/.' }
	},
	create: (context) => ({
		'CallExpression[callee.type="MemberExpression"]'({ callee }) {
			const { name } = callee.property;
			const of = () => {
				const { esTreeNodeToTSNodeMap, program } = context.sourceCode.parserServices;
				const type = program
					.getTypeChecker()
					.getTypeAtLocation(esTreeNodeToTSNodeMap.get(callee.object));
				return [type, ...(type.types ?? [])].map((one) => one.getSymbol()?.name);
			};
			if (name === 'transaction' || (writes.test(name) && of().some((one) => ofDexie.has(one))))
				context.report({ node: callee.property, messageId: 'write' });
		}
	})
};

export default ts.config(
	{
		ignores: ['build/', '.svelte-kit/', 'tests/', 'scripts/', '*.js', '*.ts', '*.cjs']
	},
	{
		// Components: what they have of their own, and what anything has, without types, which `svelte-check` sees to.
		files: ['src/**/*.svelte', 'src/**/*.svelte.ts'],
		extends: [js.configs.recommended, ...ts.configs.strict, ...svelte.configs.recommended],
		languageOptions: {
			globals: { ...globals.browser },
			parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig }
		},
		rules: {
			'no-undef': 'off',
			'prefer-const': 'off',
			'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
			'no-console': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
			// Names of routes are written out in the catalogue; there is no base path to resolve.
			'svelte/no-navigation-without-resolve': 'off'
		}
	},
	{
		files: ['**/*.svelte'],
		rules: {
			'no-restricted-syntax': [
				'error',
				...everywhere,
				{
					selector: 'SvelteAttribute[key.name=/^--/]',
					message: 'It is drawn as an inline style, which our policy refuses. Set it in CSS.'
				}
			]
		}
	},
	{
		files: ['src/ui/**/*.svelte'],
		rules: {
			'no-restricted-imports': closed('prompts', 'db', 'model', 'tools', 'flows', 'worker')
		}
	},
	{
		files: ['src/routes/**/*.svelte'],
		rules: { 'no-restricted-imports': closed('prompts', 'db', 'model', 'tools', 'worker') }
	},
	{
		files: ['src/core/**/*.ts', 'src/prompts/**/*.ts'],
		languageOptions: { parser: ts.parser },
		rules: { 'no-restricted-syntax': ['error', ...pure] }
	},
	{
		files: ['src/{flows,model,routes,state,tools,worker}/**/*.ts'],
		languageOptions: {
			parser: ts.parser,
			parserOptions: { projectService: true, extraFileExtensions: ['.svelte'] }
		},
		plugins: { keepsake: { rules: { 'stores-in-db': storesInDb } } },
		rules: {
			'keepsake/stores-in-db': 'error',
			'no-restricted-syntax': ['error', ...everywhere]
		}
	}
);
