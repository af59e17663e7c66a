import { Controller, type ControllerClass, HttpError } from '@rest-gen/router';
import { expect } from 'chai';
import type { Response } from 'express';
import { type Attack, describeAttacks } from './attack.ts';
import { request } from './bytes.ts';
import { printed } from './printed.ts';
import type { Target } from './target.ts';

/** What an attacker wants to stand at the beginning of a line of the log. */
const FORGED = 'E_FORGED: all is lost';
const SECRET = 'hunter2';

/** Text that a terminal, or a reader of logs, acts on. */
const CONTROLS: readonly (readonly [name: string, text: string])[] = [
  ['LF', `\n${FORGED}`],
  ['CR', `\r${FORGED}`],
  ['CR LF', `\r\n${FORGED}\r\n`],
  ['an escape that clears the screen', '\x1b[2J'],
  ['an escape that sets the title', '\x1b]0;title\x07'],
  ['an escape of one byte', '\x9b2J'],
  ['backspaces', `x\b\b${FORGED}`],
  ['NUL and DEL', '\0\x7f'],
  ['separators of lines of Unicode', `\u2028${FORGED}\u2029\u0085${FORGED}`],
  ['marks of direction', '\u202e\u2066\u200f'],
];

/** Ways in which what a request says comes into a log. */
const WAYS: Readonly<Record<string, (this: Controller, text: string) => unknown>> = {
  'the message of an error': (text) => fail(new Error(text)),
  'the message of a cause': (text) => fail(new Error('x', { cause: new Error(text) })),
  'the messages of an aggregate': (text) => fail(new AggregateError([new Error(text), text], text)),
  'the name of an error': (text) => fail(Object.assign(new Error('x'), { name: text })),
  'a member of an error': (text) => fail(Object.assign(new Error('x'), { [text]: text })),
  'the stack of an error': (text) => fail(Object.assign(new Error('x'), { stack: text })),
  'a text that is thrown': (text) => fail(text),
  'a value that is thrown': (text) => fail({ [text]: [text] }),
  'the words of JSON.parse': (text) => JSON.parse(text),
  'the detail of a 500': function (text) {
    return this.fail(500, text);
  },
  'the code of a 500': (text) => fail(new HttpError(500, 'x', { code: text })),
  'the hint of a 500': (text) => fail(new HttpError(500, 'x', { hint: text })),
  'a header field that cannot be sent': (text) => fail(new HttpError(500, 'x', { headers: { [text]: text } })),
  'an error after the answer': function (text) {
    (this.res as Response).json(1);
    return fail(new Error(text));
  },
};

class Said extends Controller {
  postAction(): unknown {
    const { way, text } = this.post() as { way: string; text: string };
    return WAYS[way]?.call(this, text);
  }
}

/** Takes what is secret by its name in the path. */
class Reset extends Controller {
  getAction(): unknown {
    return this.get('token') === SECRET ? this.fail(410) : 1;
  }
}

function fail(value: unknown): never {
  throw value;
}

/** Nothing that is printed ends a line, or tells a terminal what to do; of several lines all but the first are indented. */
function isHarmless(entries: readonly string[]): void {
  expect(entries).not.to.deep.equal([]);
  for (const entry of entries) {
    expect(entry).not.to.match(/[^\P{Cc}\n]|[\p{Bidi_C}\p{Zl}\p{Zp}]/u);
    for (const line of entry.split('\n')) expect(line).not.to.match(/^E_FORGED/);
  }
}

/** An attack whose printed lines are looked at. */
function attack(
  name: string,
  bytes: Uint8Array,
  answer: Attack['answer'],
  check: (entries: readonly string[]) => void,
): Attack {
  let entries: readonly string[] = [];
  return {
    name,
    send: async ({ send }: Target) => {
      const [answers, found] = await printed(() => send(bytes));
      entries = found;
      return answers;
    },
    answer,
    check: () => check(entries),
  };
}

const forging: Attack[] = CONTROLS.flatMap(([control, text]) => [
  ...Object.keys(WAYS).map((way) =>
    attack(`${control} in ${way}`, request('POST', '/said', { json: { way, text } }), [201, 200, 500], isHarmless),
  ),
  attack(`${control} in a capture`, request('GET', `/reset/${encodeURIComponent(text)}`), [200, 400], isHarmless),
  attack(`${control} in a path that nobody has`, request('GET', `/none/${encodeURIComponent(text)}`), 404, isHarmless),
  attack(`${control} in a query`, request('GET', `/post?sort=${encodeURIComponent(text)}`), 400, isHarmless),
]);

/** The secret is not told, and the rest is. */
function isHidden(entries: readonly string[]): void {
  const all = entries.join('\n');
  expect(all).to.include('***');
  expect(all).not.to.include(SECRET);
}

const inPaths: Attack[] = [
  ['a capture with the name of a secret', `/reset/${SECRET}`, 410],
  ['a capture with the name of a secret, escaped', '/reset/%68unter2', 410],
  ['a query that is refused', `/post?token=${SECRET}`, 400],
  ['an escaped name in a query', `/post?%74oken=${SECRET}`, 400],
  ['a name with brackets in a query', `/post?filter[password]=${SECRET}`, 400],
  ['a name in capitals in a query', `/post?x=1&API_KEY=${SECRET}`, 400],
  ['the query of a path that is too long', `/plain/${'a'.repeat(300)}?access_token=${SECRET}`, 414],
].map(([name, path, status]) =>
  attack(`a secret in ${name}`, request('GET', path as string), status as number, (entries) => {
    isHidden(entries.map((entry) => entry.replaceAll('%68unter2', SECRET)));
  }),
);

const inErrors: Attack[] = [
  `password=${SECRET}`,
  `https://a/?token=${SECRET}&b=1`,
  `Authorization: Bearer ${SECRET}`,
  `Cookie: a=1; sid=${SECRET}`,
  `{"client_secret":"${SECRET}"}`,
  `{ apiKey: '${SECRET}' }`,
  `X-Api-Key: ${SECRET}`,
].flatMap((text) =>
  ['the message of an error', 'the message of a cause', 'a value that is thrown', 'the detail of a 500'].map((way) =>
    attack(`${text.replace(SECRET, '…')} in ${way}`, request('POST', '/said', { json: { way, text } }), 500, isHidden),
  ),
);

/** As clients of HTTP and drivers of databases make them. */
class Driven extends Controller {
  getAction(): never {
    const headers = { authorization: `Bearer ${SECRET}`, cookie: `a=${SECRET}; b=${SECRET}`, accept: '*/*' };
    const rawHeaders = ['Authorization', SECRET, 'X-Api-Key', SECRET];
    const long = SECRET.repeat(12);
    throw Object.assign(new Error(`no answer of mysql://root:${SECRET}@db/app`), {
      config: { headers, auth: { password: SECRET } },
      rawHeaders,
      // The console takes several lines for these.
      privateKey: `-----BEGIN PRIVATE KEY-----\n${long}\n`,
      credentials: { user: { name: 'root' }, value: long, more: [long] },
      tokens: Array.from({ length: 8 }, () => long),
      sent: new Map([['authorization', long]]),
    });
  }
}

const controllers: Readonly<Record<string, ControllerClass>> = { said: Said, reset: Reset, driven: Driven };

describeAttacks(
  'logs',
  [
    ...forging,
    ...inPaths,
    ...inErrors,
    attack('secrets in the members of an error', request('GET', '/driven'), 500, (entries) => {
      isHidden(entries);
      expect(entries.join('\n')).to.include("accept: '*/*'");
    }),
  ],
  {
    rules: [
      ['/said', 'rest'],
      ['/reset/:token', 'rest'],
      ['/driven', 'rest'],
    ],
    controllers,
  },
);
