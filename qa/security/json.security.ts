import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { request } from './bytes.ts';
import { HACKED, jsonText, lastPost, untouched } from './rows.ts';

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const utf32 = (text: string): Buffer => Buffer.from([...text].flatMap((one) => [one.charCodeAt(0), 0, 0, 0]));
const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const RECORD = `{"title":"${HACKED}"}`;

/** Texts that are no JSON, whatever parsers of other languages make of them. */
const REFUSED: readonly (readonly [what: string, body: string | Uint8Array])[] = [
  ['a byte behind it', `${RECORD}x`],
  ['a second text behind it', `${RECORD}${RECORD}`],
  ['a bracket too many', `${RECORD}}`],
  ['a bracket too few', `{"title":"${HACKED}"`],
  ['a comma at the end', `{"title":"${HACKED}",}`],
  ['a comment', `/* a */${RECORD}`],
  ['a comment to the end of the line', `//\n${RECORD}`],
  ['a comment with a hash', `#\n${RECORD}`],
  ['names without quotes', `{title:"${HACKED}"}`],
  ['single quotes', `{'title':'${HACKED}'}`],
  ['a script in front of it', `)]}',\n${RECORD}`],
  ['a callback around it', `a(${RECORD})`],
  ['NaN', `{"title":"${HACKED}","views":NaN}`],
  ['Infinity', `{"title":"${HACKED}","views":Infinity}`],
  ['-Infinity', `{"title":"${HACKED}","views":-Infinity}`],
  ['undefined', `{"title":"${HACKED}","views":undefined}`],
  ['a hexadecimal number', `{"title":"${HACKED}","views":0x1}`],
  ['an octal number', `{"title":"${HACKED}","views":010}`],
  ['a plus sign', `{"title":"${HACKED}","views":+1}`],
  ['a point without digits', `{"title":"${HACKED}","views":1.}`],
  ['digits parted by an underscore', `{"title":"${HACKED}","views":1_000}`],
  ['a big integer of JavaScript', `{"title":"${HACKED}","views":1n}`],
  ['a template', `{"title":\`${HACKED}\`}`],
  ['an overlong slash', Buffer.concat([Buffer.from('{"title":"a'), bytes('c0 af'), Buffer.from('"}')])],
  ['a surrogate in UTF-8', Buffer.concat([Buffer.from('{"title":"a'), bytes('ed a0 80'), Buffer.from('"}')])],
  ['a NUL in front of it', `\0${RECORD}`],
  ['a NUL behind it', `${RECORD}\0`],
  ['a NUL in a text, not escaped', `{"title":"${HACKED}\0"}`],
  ['a line feed in a text, not escaped', `{"title":"${HACKED}\n"}`],
  ['an escape that is none', `{"title":"${HACKED}\\x41"}`],
  ['an escape that is not finished', `{"title":"${HACKED}\\u00`],
  ['a blank of Unicode around it', `\u00a0${RECORD}\u00a0`],
  ['two byte order marks', `\ufeff\ufeff${RECORD}`],
  ['UTF-16 that is not announced', utf16(RECORD)],
  ['UTF-16 with a byte order mark', Buffer.concat([bytes('ff fe'), utf16(RECORD)])],
  ['UTF-32 that is not announced', utf32(RECORD)],
  ['only blanks', ' \t\r\n '],
  ['only a bracket', '{'],
  ['an invalid byte as a name', Buffer.concat([Buffer.from('{'), bytes('ff'), Buffer.from(':1}')])],
  ['brackets without end', '['.repeat(50_000)],
  ['objects without end', '{"a":'.repeat(20_000)],
];

const refused: Attack[] = REFUSED.map(([name, body]) => ({
  name,
  send: jsonText('POST', '/post', body),
  answer: 400,
  async check(answers, target) {
    await untouched(answers, target);
    expect(answers[0]?.json()).to.include({ code: 'E_BAD_JSON' });
    expect(answers[0]?.head).to.match(/content-type: application\/problem\+json/i);
  },
}));

/** JSON that no column, and no limit, takes. */
const WRONG: readonly (readonly [what: string, body: string, statuses: number | readonly number[]])[] = [
  ['an empty body', '', [400, 422]],
  ['an empty object', '{}', 422],
  ['a number past all numbers', `{"title":"${HACKED}","views":1e999}`, 422],
  ['a number past all numbers in JSON', `{"title":"${HACKED}","meta":{"a":[-1e999]}}`, 422],
  ['an integer of thousands of digits', `{"title":"${HACKED}","views":${'9'.repeat(50_000)}}`, 422],
  ['an integer past 53 bits', `{"title":"${HACKED}","views":9007199254740993}`, 422],
  ['a fraction of thousands of digits', `{"title":"${HACKED}","views":1.${'1'.repeat(50_000)}}`, 422],
  ['half a surrogate pair', `{"title":"${HACKED}\\ud800"}`, 422],
  ['surrogates the wrong way round', `{"title":"${HACKED}\\udc00\\ud800"}`, 422],
  ['half a surrogate pair in JSON', `{"title":"${HACKED}","meta":{"a":"\\ud800"}}`, 422],
  ['half a surrogate pair as a name in JSON', `{"title":"${HACKED}","meta":{"\\ud800":1}}`, 422],
  ['half a surrogate pair as a name', `{"title":"${HACKED}","\\ud800":1}`, 422],
  ['an escaped NUL', `{"title":"${HACKED}\\u0000"}`, 422],
  ['65 levels', `{"title":"${HACKED}","meta":${nested(64)}}`, 413],
  ['5,000 levels', `{"title":"${HACKED}","meta":${nested(5_000)}}`, 413],
  ['5,000 names', `{"title":"${HACKED}","meta":{${names(5_000)}}}`, 413],
  ['5,000 names at the top', `{"title":"${HACKED}",${names(5_000)}}`, 413],
  [
    '5,000 undeclared names in lists',
    `{"title":"${HACKED}","meta":{"a":[${Array(6).fill(`{${names(990)}}`)}]},"x":1}`,
    [413, 422],
  ],
  ['a list of 5,000 items', `{"title":"${HACKED}","meta":{"a":[${Array(5_000).fill(1)}]}}`, 413],
  ['a name of 50,000 letters', `{"title":"${HACKED}","${'n'.repeat(50_000)}":1}`, 422],
  ['a name of 50,000 letters in JSON', `{"title":"${HACKED}","meta":{"${'n'.repeat(50_000)}":1}}`, 422],
  ['text that is too long', `{"title":"${HACKED.repeat(1_000)}"}`, 422],
  [
    'a body that is one byte too long',
    `{"title":"${HACKED}","body":"${'a'.repeat(102_401 - `{"title":"${HACKED}","body":""}`.length)}"}`,
    413,
  ],
];

const wrong: Attack[] = WRONG.map(([name, body, answer]) => ({
  name,
  send: jsonText('POST', '/post', body),
  answer,
  check: untouched,
}));

/** What is JSON, and what it comes to. */
const TAKEN: readonly (readonly [what: string, body: string | Uint8Array, row: Record<string, unknown>])[] = [
  ['a byte order mark in front of it', '\ufeff{"title":"a"}', { title: 'a' }],
  ['blanks around it', '\r\n\t {"title":"a"}\r\n\t ', { title: 'a' }],
  ['a field twice', '{"title":1,"title":"a"}', { title: 'a' }],
  ['a field twice, escaped once', '{"title":"b","\\u0074itle":"a"}', { title: 'a' }],
  ['names of JSON twice', '{"title":"a","meta":{"a":1},"meta":{"b":2}}', { meta: { b: 2 } }],
  ['minus zero', '{"title":"a","views":-0}', { views: 0 }],
  ['a whole number with an exponent', '{"title":"a","views":1E1}', { views: 10 }],
  ['a whole number with a fraction of zeros', '{"title":"a","views":2.000}', { views: 2 }],
  ['a surrogate pair, escaped', '{"title":"\\ud83d\\ude00"}', { title: '\u{1f600}' }],
  ['a slash, escaped', '{"title":"\\/"}', { title: '/' }],
  ['a byte order mark in a text', '{"title":"a\\ufeffb"}', { title: 'a\ufeffb' }],
  ['line separators of Unicode', '{"title":"a\u2028b"}', { title: 'a\u2028b' }],
  ['63 levels', `{"title":"a","meta":${nested(62)}}`, { meta: JSON.parse(nested(62)) as unknown }],
];

const taken: Attack[] = TAKEN.map(([what, body, row]) => ({
  name: `${what}, taken as it is meant`,
  send: jsonText('POST', '/post', body),
  answer: 201,
  async check(answers, target) {
    await untouched(answers, target);
    expect(lastPost(target)).to.deep.include(row);
    expect(answers[0]?.json()).to.deep.include(row);
  },
}));

describeAttacks('JSON', [
  ...refused,
  ...wrong,
  ...taken,
  {
    name: 'a list of records with the same field twice in one of them',
    send: request('POST', '/plain', {
      json: undefined,
      body: '[{"a":1,"a":2}]',
      fields: { 'Content-Type': 'application/json' },
    }),
    answer: 201,
    check: ([answer]) => expect(answer?.json()).to.deep.include({ body: [{ a: 2 }] }),
  },
]);

// --- internal ---

/** Objects inside each other. */
function nested(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
}

function names(count: number): string {
  return Array.from({ length: count }, (_, index) => `"n${index}":1`).join();
}
