import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { request } from './bytes.ts';

type Params = Readonly<Record<string, string>>;

/** Targets whose slots have neighbours that a capture could fill: numbers that begin alike, names, text around them. */
const RULES = [
  [/\/ten\/(.)(.)(.)(.)(.)(.)(.)(.)(.)([^/]+)/, 'plain?one=:1&ten=:10', 'rest'],
  [/\/named\/(?<a>[^/]+)\/(?<b>[^/]+)/, 'plain?first=:a&second=:b', 'rest'],
  [/\/around\/([^/]*)-([^/]*)/, 'plain?text=<:1|:2>&fixed=yes', 'rest'],
  [/\/within\/([^/]+)/, 'plain?text=(:1)&fixed=yes', 'rest'],
  [/\/split\/(..)(..)/, 'plain?first=:1&second=:2', 'rest'],
  [/\/maybe\/([^/]+)(?:\/(\d+))?/, 'plain?first=:1&second=:2', 'rest'],
] as const;

/** Where a capture is sent, and the parameters that it fills there. */
const SLOTS: readonly ((capture: string, text: string) => readonly [path: string, params: Params])[] = [
  (capture, text) => [`/plain/${capture}`, { id: text }],
  (capture, text) => [`/named/${capture}/b`, { first: text, second: 'b' }],
  (capture, text) => [`/named/a/${capture}`, { first: 'a', second: text }],
  (capture, text) => [`/around/${capture}-${capture}`, { text: `<${text}|${text}>`, fixed: 'yes' }],
  (capture, text) => [`/within/${capture}`, { text: `(${text})`, fixed: 'yes' }],
  (capture, text) => [`/ten/123456789${capture}`, { one: '1', ten: text }],
  (capture, text) => [`/rest-of/a/${capture}`, { rest: `a/${text}` }],
];

/** What would begin another parameter, or mean something, if a capture were put into a text that is read again. */
const TEXTS: readonly (readonly [name: string, text: string])[] = [
  ['an ampersand', 'a&second=2'],
  ['an ampersand and the parameter id', 'a&id=2'],
  ['an ampersand and the fixed parameter', 'a&fixed=no'],
  ['ampersands alone', '&&&'],
  ['an equals sign', 'a=b'],
  ['a name and a value', 'second=2'],
  ['a semicolon', 'a;second=2'],
  ['a question mark', 'a?second=2'],
  ['a number sign', 'a#second=2'],
  ['a plus', 'a+b'],
  ['a percent sign', '100%'],
  ['an escape', '%26id%3D2'],
  ['the slot of another capture', ':2'],
  ['the slot of a capture that is not there', ':10'],
  ['its own slot', ':1'],
  ['a slot by name', ':first'],
  ['the match of a replacement', '$&'],
  ['a capture of a replacement', '$1$2'],
  ['the text before a replacement', '$`'],
  ['the text behind a replacement', "$'"],
  ['the dollar of a replacement', '$$'],
  ['a named capture of a replacement', '$<second>'],
  ['a placeholder of a template', '{{second}}'],
  ['a placeholder of a shell', '$(id)`id`'],
  ['placeholders of a format', '%s%d%o%n'],
  ['brackets', '[second]=2'],
  ['a name of the prototype', '__proto__'],
  ['a name of the prototype and a value', '__proto__[fixed]=no'],
  ['an end of a text in JSON', '","fixed":"no","x":"'],
  ['a mark of the byte order', '\ufeffa'],
  ['a character of four bytes', '😀'],
  ['a comma', 'a,b'],
  ['backslashes', 'a\\..\\b'],
  ['markup', '<img src=x onerror=alert(1)>'],
];

/** One text in every slot: it arrives there as it is, and nothing else is filled, neither in `params` nor in what `get()` gives. */
function literal([name, text]: readonly [name: string, text: string]): Attack {
  const spellings = [encodeURIComponent(text), ...(/^[!-~]+$/.test(text) && !/[%?#-]/.test(text) ? [text] : [])];
  const filled = spellings.flatMap((capture) => SLOTS.map((slot) => slot(capture, text)));
  return {
    name,
    send: async ({ send }) => (await Promise.all(filled.map(([path]) => send(request('GET', path))))).flat(),
    answer: 200,
    check: (answers) => {
      expect(answers).to.have.length(filled.length);
      for (const [index, [path, params]] of filled.entries()) {
        const { status, head, json } = answers[index] as (typeof answers)[number];
        expect(status, path).to.equal(200);
        expect(json(), path).to.deep.equal({ params, id: params.id ?? null, query: params });
        expect(head).not.to.match(/evil/i);
      }
    },
  };
}

const FILLED: readonly (readonly [name: string, path: string, params: Params])[] = [
  ['an optional capture that is absent leaves no parameter', '/maybe/a', { first: 'a' }],
  ['an optional capture that is absent before a slash', '/maybe/a/', { first: 'a' }],
  ['a text of undefined is a text', '/maybe/undefined', { first: 'undefined' }],
  ['captures that are empty leave the text around them', '/around/-', { text: '<|>', fixed: 'yes' }],
  ['what looks like a slot in the first of ten captures', '/ten/:23456789x', { one: ':', ten: 'x' }],
  ['a literal that the parts of two captures spell', '/split/__pr', { first: '__', second: 'pr' }],
  ['a double-encoded slash', '/rest-of/a/%252e%252e%252fb', { rest: 'a/%2e%2e%2fb' }],
  ['dots that are no dot segment', '/rest-of/.../..a/.b', { rest: '.../..a/.b' }],
];

const REFUSED: readonly (readonly [name: string, path: string, code: string])[] = [
  ['an escape over two captures', '/split/%2fa', 'E_BAD_ESCAPE'],
  ['a dot segment in one of two captures', '/split/..ab', 'E_BAD_PATH'],
  ['a dot segment put together of two captures', '/around/.-.', 'E_BAD_PATH'],
  ['a dot segment in many segments', '/rest-of/a/../b', 'E_BAD_PATH'],
  ['a dot segment at the end of many', '/rest-of/a/..', 'E_BAD_PATH'],
  ['an encoded dot segment in many', '/rest-of/a/%2e%2e/b', 'E_BAD_PATH'],
  ['an encoded dot in many', '/rest-of/a/%2e/b', 'E_BAD_PATH'],
  ['an empty segment in many', '/rest-of/a//b', 'E_BAD_PATH'],
  ['an absolute path', '/rest-of//etc/passwd', 'E_BAD_PATH'],
  ['an encoded absolute path', '/rest-of/%2fetc%2fpasswd', 'E_BAD_PATH'],
  ['NUL in a parameter', '/plain/a%00b', 'E_BAD_PATH'],
  ['a line end and a header field', '/plain/a%0d%0aEvil:%201', 'E_BAD_PATH'],
  ['line ends of JavaScript', '/plain/a%e2%80%a8%e2%80%a9b', 'E_BAD_PATH'],
  ['an encoded slash in a parameter', '/plain/a%2fb', 'E_BAD_PATH'],
  ['a bad escape in a parameter', '/plain/%c0%af', 'E_BAD_ESCAPE'],
  ['a long segment in many', `/rest-of/a/${'b'.repeat(256)}/c`, 'E_PATH_TOO_LONG'],
  ['a parameter of 256 characters', `/plain/${'a'.repeat(256)}`, 'E_PATH_TOO_LONG'],
];

describeAttacks(
  'parameter injection',
  [
    ...TEXTS.map(literal),
    ...FILLED.map(([name, path, params]) => ({
      name,
      send: request('GET', path),
      answer: 200,
      check: ([answer]: Parameters<NonNullable<Attack['check']>>[0]) => {
        expect(answer?.json()).to.deep.equal({ params, id: null, query: params });
      },
    })),
    ...REFUSED.map(([name, path, code]) => ({
      name,
      send: request('GET', path),
      answer: code === 'E_PATH_TOO_LONG' ? 414 : 400,
      check: ([answer]: Parameters<NonNullable<Attack['check']>>[0]) => {
        expect(answer?.json()).to.include({ code });
      },
    })),
  ],
  { rules: RULES },
);
