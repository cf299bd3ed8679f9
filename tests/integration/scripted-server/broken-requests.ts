/** For each rule a request that breaks it, as data: each is tried by itself, and together they reach every refusal. */
import { aPdf } from '../../support/pdf.ts';
import {
	LARGEST_PICTURE,
	PIXEL,
	asked,
	call,
	hello,
	pdf,
	picture,
	result,
	said,
	sized,
	sound,
	talk,
	weather,
	type Body,
	type send
} from './requests.ts';

type Case = readonly [rule: string, broken: unknown, reason: RegExp, neighbour: Body];

/** What the rules for a body refuse, why, and the well-formed neighbour that they take. */
export const brokenBodies: readonly Case[] = [
	[
		'a field nobody knows',
		sound({ mood: 'good' }),
		/mood: Extra inputs/,
		sound({ metadata: { user_id: 'u' } })
	],
	['a body that is no JSON', '{"model":', /not valid JSON/, sound()],
	[
		'half a character',
		sound({ messages: [{ role: 'user', content: 'Half a smile: \ud83d' }] }),
		/not valid JSON/,
		sound({ messages: [{ role: 'user', content: 'A smile: \\ud83d\\ude00 \ud83d\ude00' }] })
	],
	[
		'half a character in a name',
		sound({ metadata: { user_id: 'u', ['\udc00']: '' } }),
		/not valid JSON/,
		sound({ metadata: { user_id: 'u' } })
	],
	['a body that is a list', [], /valid dictionary/, sound()],
	[
		'max_tokens missing',
		{ ...sound(), max_tokens: undefined },
		/max_tokens: Field required/,
		sound()
	],
	[
		'max_tokens of zero',
		sound({ max_tokens: 0 }),
		/greater than or equal to 1/,
		sound({ max_tokens: 1 })
	],
	[
		'max_tokens over the model’s',
		sound({ max_tokens: 128_001 }),
		/128001 > 128000/,
		sound({ max_tokens: 128_000 })
	],
	['no messages', sound({ messages: [] }), /at least one message/, sound()],
	[
		'a first message of the assistant',
		sound({ messages: [said({ type: 'text', text: 'Hi' }), hello] }),
		/first message must use the "user"/,
		talk(said({ type: 'text', text: 'Hi' }), hello)
	],
	[
		'a system message in the middle',
		talk({ role: 'system', content: 'Be brief' }),
		/Unexpected role "system"/,
		{ ...talk(), system: 'Be brief' }
	],
	[
		'a last message of the assistant',
		talk(said({ type: 'text', text: 'Once' })),
		/prefill/,
		talk(said({ type: 'text', text: 'Once' }), hello)
	],
	[
		'an unknown field of a message',
		talk({ ...hello, id: 'm1' }),
		/messages\.1\.id: Extra inputs/,
		talk(hello)
	],
	['empty content', talk({ role: 'user', content: [] }), /non-empty content/, talk(hello)],
	['an empty text', talk({ role: 'user', content: '' }), /non-empty/, talk(hello)],
	[
		'an empty text block',
		talk(asked({ type: 'text', text: '' })),
		/text content blocks must be non-empty/,
		talk(asked({ type: 'text', text: '.' }))
	],
	[
		'a text of white space',
		talk(asked({ type: 'text', text: ' \n\t' })),
		/non-whitespace/,
		talk(asked({ type: 'text', text: ' a ' }))
	],
	[
		'an unknown field of a block',
		talk(asked({ type: 'text', text: 'a', lang: 'en' })),
		/messages\.1\.content\.0\.text\.lang: Extra inputs/,
		talk(asked({ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }))
	],
	[
		'an unknown kind of block',
		talk(asked({ type: 'video', url: 'x' })),
		/Input tag 'video'/,
		talk(asked({ type: 'text', text: 'a' }))
	],
	[
		'a tool call by the user',
		talk(asked(call('a'))),
		/Input tag 'tool_use'/,
		talk(said(call('a')), asked(result('a')))
	],
	[
		'an id with a space',
		talk(said(call('a b')), asked(result('a b'))),
		/should match pattern/,
		talk(said(call('a_b')), asked(result('a_b')))
	],
	[
		'one id twice',
		talk(said(call('a')), asked(result('a')), said(call('a')), asked(result('a'))),
		/ids must be unique/,
		talk(said(call('a')), asked(result('a')), said(call('b')), asked(result('b')))
	],
	[
		'a call without a result',
		talk(said(call('a'), call('b')), asked(result('a'))),
		/without `tool_result` blocks immediately after: b/,
		talk(said(call('a'), call('b')), asked(result('b'), result('a')))
	],
	[
		'a result one message late',
		talk(said(call('a')), hello, said({ type: 'text', text: 'x' }), asked(result('a'))),
		/unexpected|without/,
		talk(said(call('a')), asked(result('a')), said({ type: 'text', text: 'x' }), hello)
	],
	[
		'a result without a call',
		talk(said({ type: 'text', text: 'x' }), asked(result('a'))),
		/unexpected `tool_use_id`/,
		talk(said(call('a')), asked(result('a')))
	],
	[
		'a result twice',
		talk(said(call('a')), asked(result('a'), result('a'))),
		/single result/,
		talk(said(call('a')), asked(result('a'), { type: 'text', text: 'now' }))
	],
	[
		'words before a result',
		talk(said(call('a')), asked({ type: 'text', text: 'see' }, result('a'))),
		/must come first/,
		talk(said(call('a')), asked(result('a'), { type: 'text', text: 'see' }))
	],
	[
		'an empty error as result',
		talk(said(call('a')), asked({ ...result('a'), content: '', is_error: true })),
		/cannot be empty/,
		talk(said(call('a')), asked({ ...result('a'), content: '' }))
	],
	[
		'calls without definitions',
		{ ...talk(said(call('a')), asked(result('a'))), tools: undefined },
		/must define tools/,
		talk(said(call('a')), asked(result('a')))
	],
	[
		'input that is no object',
		talk(said({ ...call('a'), input: 'Ulm' }), asked(result('a'))),
		/valid dictionary/,
		talk(said({ ...call('a'), input: {} }), asked(result('a')))
	],
	[
		'two tools of one name',
		sound({ tools: [weather, weather] }),
		/Tool names must be unique/,
		sound({ tools: [weather, { ...weather, name: 'tide' }] })
	],
	[
		'a tool with a bad name',
		sound({ tools: [{ ...weather, name: 'the weather' }] }),
		/should match pattern/,
		sound({ tools: [weather] })
	],
	[
		'a schema that is no object',
		sound({ tools: [{ ...weather, input_schema: { type: 'string' } }] }),
		/'object'/,
		sound({ tools: [{ ...weather, input_schema: { type: 'object' } }] })
	],
	[
		'a schema without a type',
		sound({ tools: [{ ...weather, input_schema: {} }] }),
		/type: Field required/,
		sound({ tools: [weather] })
	],
	[
		'an unknown field of a tool',
		sound({ tools: [{ ...weather, icon: 'sun' }] }),
		/icon: Extra inputs/,
		sound({ tools: [{ ...weather, strict: true }] })
	],
	[
		'a choice of a tool that is not there',
		sound({ tools: [weather], tool_choice: { type: 'tool', name: 'tide' } }),
		/'tide' not found/,
		sound({ tools: [weather], tool_choice: { type: 'tool', name: 'weather' } })
	],
	[
		'a choice without tools',
		sound({ tool_choice: { type: 'auto' } }),
		/while providing tools/,
		sound({ tools: [weather], tool_choice: { type: 'auto' } })
	],
	[
		'a forced tool while thinking',
		sound({ tools: [weather], tool_choice: { type: 'any' }, thinking: { type: 'adaptive' } }),
		/forces tool use/,
		sound({ tools: [weather], tool_choice: { type: 'auto' }, thinking: { type: 'adaptive' } })
	],
	[
		'a temperature the model does not take',
		sound({ temperature: 0.2 }),
		/does not accept `temperature`/,
		sound({ model: 'claude-haiku-4-5-20251001', temperature: 0.2 })
	],
	[
		'top_p the model does not take',
		sound({ top_p: 0.2 }),
		/does not accept `top_p`/,
		sound({ model: 'claude-haiku-4-5-20251001', top_p: 0.2 })
	],
	[
		'top_k the model does not take',
		sound({ top_k: 5 }),
		/does not accept `top_k`/,
		sound({ model: 'claude-haiku-4-5-20251001', top_k: 5 })
	],
	[
		'a budget on a model that decides itself',
		sound({ thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 2000 }),
		/`enabled` is not supported/,
		sound({
			model: 'claude-haiku-4-5-20251001',
			thinking: { type: 'enabled', budget_tokens: 1024 },
			max_tokens: 2000
		})
	],
	[
		'a budget as large as max_tokens',
		sound({
			model: 'claude-haiku-4-5-20251001',
			thinking: { type: 'enabled', budget_tokens: 1024 },
			max_tokens: 1024
		}),
		/must be greater than/,
		sound({
			model: 'claude-haiku-4-5-20251001',
			thinking: { type: 'enabled', budget_tokens: 1024 },
			max_tokens: 1025
		})
	],
	[
		'thinking switched off where it cannot be',
		sound({ model: 'claude-opus-5-5', thinking: { type: 'disabled' } }),
		/`disabled` is not supported/,
		sound({ thinking: { type: 'disabled' } })
	],
	[
		'five cache marks',
		sound({
			system: Array.from({ length: 5 }, () => ({
				type: 'text',
				text: 'a',
				cache_control: { type: 'ephemeral' }
			}))
		}),
		/maximum of 4/,
		sound({
			system: Array.from({ length: 4 }, () => ({
				type: 'text',
				text: 'a',
				cache_control: { type: 'ephemeral' }
			}))
		})
	],
	[
		'an unknown cache mark',
		sound({ cache_control: { type: 'forever' } }),
		/'ephemeral'/,
		sound({ cache_control: { type: 'ephemeral', ttl: '1h' } })
	],
	['an empty system prompt', sound({ system: ' ' }), /system/, sound({ system: 'Be brief' })],
	[
		'a picture that is none',
		talk(
			asked({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } })
		),
		/do not look like/,
		talk(asked({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } }))
	],
	[
		'damaged base64',
		talk(asked({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: '*' } })),
		/invalid base64/,
		talk(asked({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } }))
	],
	[
		'an unknown kind of picture',
		talk(
			asked({ type: 'image', source: { type: 'base64', media_type: 'image/bmp', data: PIXEL } })
		),
		/image\/png/,
		talk(
			asked({
				type: 'document',
				source: { type: 'text', media_type: 'text/plain', data: 'words' }
			})
		)
	],
	[
		'max_tokens in words',
		sound({ max_tokens: 'many' }),
		/max_tokens: Input should be a valid integer/,
		sound({ max_tokens: 5 })
	],
	[
		'messages that are no list',
		sound({ messages: hello }),
		/messages: Input should be a valid list/,
		sound({ messages: [hello] })
	],
	[
		'more messages than there may be',
		sound({ messages: Array.from({ length: 100_001 }, () => hello) }),
		/at most 100000 messages/,
		sound()
	],
	[
		'a message without content',
		talk({ role: 'user' }),
		/messages\.1\.content: Field required/,
		talk(hello)
	],
	[
		'a text that is a number',
		talk(asked({ type: 'text', text: 7 })),
		/text: Input should be a valid string/,
		talk(asked({ type: 'text', text: '7' }))
	],
	[
		'a temperature in words',
		sound({ model: 'claude-haiku-4-5-20251001', temperature: 'warm' }),
		/temperature: Input should be a valid number/,
		sound({ model: 'claude-haiku-4-5-20251001', temperature: 1 })
	],
	[
		'a temperature over one',
		sound({ model: 'claude-haiku-4-5-20251001', temperature: 1.1 }),
		/temperature: range: 0\.\.1/,
		sound({ model: 'claude-haiku-4-5-20251001', temperature: 1 })
	],
	[
		'thinking without a signature',
		talk(
			said({ type: 'thinking', thinking: 'hm', signature: '' }, { type: 'text', text: 'x' }),
			hello
		),
		/signature: Field required/,
		talk(said({ type: 'text', text: 'x' }), hello)
	],
	[
		'a choice to stream that is no choice',
		sound({ stream: 'yes' }),
		/stream: Input should be a valid boolean/,
		sound({ stream: false })
	],
	[
		'a blank stop sequence',
		sound({ stop_sequences: ['STOP', ' '] }),
		/each stop sequence must contain non-whitespace/,
		sound({ stop_sequences: ['STOP'] })
	],
	[
		'an error mark that is neither yes nor no',
		talk(said(call('a')), asked({ ...result('a'), is_error: 'no' })),
		/is_error: Input should be a valid boolean/,
		talk(said(call('a')), asked({ ...result('a'), is_error: false }))
	],
	[
		'a schema of alternatives',
		sound({ tools: [{ ...weather, input_schema: { type: 'object', oneOf: [] } }] }),
		/does not support oneOf/,
		sound({ tools: [{ ...weather, input_schema: { type: 'object', properties: {} } }] })
	],
	[
		'an address that is not HTTPS',
		talk(asked({ type: 'image', source: { type: 'url', url: 'http://a.example/a.png' } })),
		/Only HTTPS/,
		talk(asked({ type: 'image', source: { type: 'url', url: 'https://a.example/a.png' } }))
	],
	[
		'a document without words',
		talk(
			asked({ type: 'document', source: { type: 'text', media_type: 'text/plain', data: ' \n' } })
		),
		/document text must be non-empty/,
		talk(asked({ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a' } }))
	],
	[
		'a picture over 5 MB',
		talk(asked(picture(PIXEL.slice(0, -4).padEnd(LARGEST_PICTURE + 4, 'A')))),
		/image exceeds 5 MB/,
		talk(asked(picture(PIXEL.slice(0, -4).padEnd(LARGEST_PICTURE, 'A'))))
	],
	[
		'a picture that ends before it begins',
		talk(asked(picture('iVBORw0KGgo='))),
		/^Could not process image$/,
		talk(asked(picture(PIXEL)))
	],
	[
		'an edge over 8,000 pixels',
		talk(asked(sized(1, 8001))),
		/^messages\.1\.content\.0\.image\.source\.base64\.data: .* max allowed size: 8000 pixels$/,
		talk(asked(sized(8000, 1)))
	],
	[
		'an edge over 2,000 pixels among more than 20 pictures',
		talk(asked(sized(2001, 1), ...Array.from({ length: 20 }, () => picture(PIXEL)))),
		/^messages\.1\.content\.0\.image\.source\.base64\.data: .* many-image requests: 2000 pixels$/,
		talk(asked(sized(2001, 1), ...Array.from({ length: 19 }, () => picture(PIXEL))))
	],
	[
		'a PDF with a password',
		talk(asked(pdf(aPdf({ locked: true })))),
		/^messages\.1\.content\.0\.pdf\.source\.base64\.data: The PDF specified is password protected\.$/,
		talk(asked(pdf(aPdf())))
	],
	[
		'a PDF with a password and packed objects',
		talk(asked(pdf(aPdf({ locked: true, packed: true })))),
		/password protected/,
		talk(asked(pdf(aPdf({ packed: true }))))
	],
	[
		'a PDF without a page',
		talk(asked(pdf(Buffer.from('%PDF-1.4\n%%EOF\n')))),
		/The PDF specified was not valid/,
		talk(asked(pdf(aPdf())))
	],
	[
		'a PDF of more pages than a model reads',
		talk(asked(pdf(aPdf({ pages: 601, packed: true })))),
		/^messages\.1\.content\.0\.pdf\.source\.base64\.data: A maximum of 600 PDF pages/,
		talk(asked(pdf(aPdf({ pages: 500, packed: true }))))
	],
	[
		'files of more pages together than a smaller model reads',
		{
			...talk(asked(pdf(aPdf({ pages: 60, packed: true })), pdf(aPdf({ pages: 41 })))),
			model: 'claude-haiku-4-5-20251001'
		},
		/^A maximum of 100 PDF pages may be provided/,
		{
			...talk(asked(pdf(aPdf({ pages: 60, packed: true })), pdf(aPdf({ pages: 40 })))),
			model: 'claude-haiku-4-5-20251001'
		}
	],
	[
		'more pictures and pages together than a smaller model reads',
		{
			...talk(asked(pdf(aPdf({ pages: 60 })), ...Array.from({ length: 41 }, () => picture(PIXEL)))),
			model: 'claude-haiku-4-5-20251001'
		},
		/^Too much media: 60 document pages \+ 41 images > 100$/,
		talk(asked(pdf(aPdf({ pages: 60 })), ...Array.from({ length: 41 }, () => picture(PIXEL))))
	],
	[
		'thinking that was never given',
		talk(
			said({ type: 'thinking', thinking: 'hm', signature: 'AAAA' }, { type: 'text', text: 'x' }),
			hello
		),
		/Invalid `signature`/,
		talk(said({ type: 'text', text: 'x' }), hello)
	],
	[
		'a mark on thinking',
		talk(
			said({
				type: 'thinking',
				thinking: 'hm',
				signature: 'A',
				cache_control: { type: 'ephemeral' }
			}),
			hello
		),
		/cache_control: Extra inputs/,
		talk(said({ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }), hello)
	]
];

/** What does not pass the gate: how it is sent, the status and the reason. */
export const brokenCalls: readonly [string, Parameters<typeof send>[1], number, RegExp][] = [
	['no key', { headers: { authorization: null } }, 401, /Authentication is required/],
	['a wrong bearer', { headers: { authorization: 'Bearer other' } }, 401, /Invalid bearer/],
	[
		'a wrong x-api-key',
		{ headers: { authorization: null, 'x-api-key': 'other' } },
		401,
		/invalid x-api-key/
	],
	[
		'no version',
		{ headers: { 'anthropic-version': null } },
		400,
		/anthropic-version: header is required/
	],
	[
		'an unknown version',
		{ headers: { 'anthropic-version': '2020-01-01' } },
		400,
		/not a valid version/
	],
	[
		'another kind of content',
		{ headers: { 'content-type': 'text/plain' } },
		400,
		/application\/json/
	],
	['another place', { path: '/v1/files' }, 404, /Not found/],
	['reading where one writes', { method: 'GET' }, 405, /Method Not Allowed/],
	['writing where one reads', { path: '/v1/models' }, 405, /Method Not Allowed/],
	[
		'a packed body',
		{ headers: { 'content-encoding': 'gzip' } },
		400,
		/content-encoding: not supported/
	],
	[
		'a key in both headers',
		{ headers: { 'x-api-key': 'test' } },
		401,
		/Only one of authorization and x-api-key/
	],
	[
		'a page that does not say it is one',
		{ headers: { origin: 'http://app.test' } },
		401,
		/CORS requests must set/
	]
];
