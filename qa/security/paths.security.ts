import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, readAnswers, request } from './bytes.ts';
import type { Variant } from './target.ts';

type Statuses = Attack['answer'];
/** Name, request target as it is sent, right statuses, and what `/plain` has to have understood as the id. */
type Row = readonly [name: string, target: string, statuses: Statuses, id?: string];

/** What the capture `\w+` does not take is nobody's; `[^/]+` takes it, and then it is refused. */
const refusedByCapture = ({ capture }: Variant): number => (capture === '\\w+' ? 404 : 400);
const manySlashes = '/'.repeat(1_500);
const CONTROLS = ['\0', '\x01', '\t', '\x0b', '\x1b', '\x7f', '\x80', '\x9b', '\xa0', '\xff'];

const NOBODYS: readonly Row[] = [
  ['a double slash alone', '//', 404],
  ['a dot segment at the root', '/./', 404],
  ['two dots at the root', '/../', 404],
  ['an empty segment before the id', '/post//1', 404],
  ['two slashes behind the id', '/post/1//', 404],
  ['a dot segment before the id', '/post/./1', 404],
  ['two dots that would lead back to the record', '/post/../post/1', 404],
  ['two dots behind the id', '/post/1/..', 404],
  ['a path that names another host for a client', '//evil/post/1', 404],
  ['three slashes at the beginning', '///post/1', 404],
  ['a backslash in place of a slash', '/post\\1', 404],
  ['a slash and a backslash, which browsers take for a host', '/\\evil/post/1', 404],
  ['an escaped letter of a literal', '/po%73t/1', 404],
  ['an escaped slash of a literal', '/post%2f1', 404],
  ['a parameter of a segment before the id', '/post;a=b/1', 404],
  ['a semicolon as a segment', '/post/;/1', 404],
  ['a session id behind the id', '/post/1;jsessionid=1', 404],
  ['a query separator without a query', '/post/1&id=2', 404],
  ['hundreds of slashes and nothing else', manySlashes, 404],
  ['a target of an asterisk', '*', 404],
  ...['http://h;x', 'http://h%x', 'http://;', "http://h'x", 'javascript://h'].map(
    (origin): Row => [`the absolute form ${origin}, after which Express reads another path`, `${origin}/post/1`, 404],
  ),
  ['a path that nobody has, over the limit', `/${'a'.repeat(15_000)}`, 404],
  ['dots in place of a mapped controller', '/mapped/%2e%2e/%2e%2e', refusedByCapture],
  ['an escaped slash in a bulk capture', '/any/..%2fpost/1', refusedByCapture],
  ['a NUL behind the name of a controller', '/any/post%00/1', refusedByCapture],
  ['a file name in a bulk capture', '/any/post.js/1', 404],
];

const REFUSED: readonly Row[] = [
  ['an escaped dot segment', '/plain/%2e', 400],
  ['two escaped dots', '/plain/%2e%2e', 400],
  ['one dot of two escaped', '/plain/%2e.', 400],
  ['two dots as they are', '/plain/..', 400],
  ['an escaped slash', '/plain/a%2fb', 400],
  ['an escaped slash in capitals, alone', '/plain/%2F', 400],
  ['an escaped NUL', '/plain/%00', 400],
  ['an escaped line break', '/plain/%0d%0a', 400],
  ['an escaped line break behind the id of a record', '/post/1%0a', 400],
  ['an escaped NUL before an extension', '/plain/1%00.json', 400],
  ['dots in the query', '/post/1?/../2', 400],
  ['two question marks', '/post/1??id=2', 400],
  ['a byte that UTF-8 does not have', '/plain/%ff', 400],
  ['a percent sign alone', '/plain/%', 400],
  ['half an escape', '/plain/%4', 400],
  ['an escape that is no number', '/plain/%zz', 400],
  ['an escape of JavaScript', '/plain/%u0031', 400],
  ['an overlong dot', '/plain/%c0%ae', 400],
  ['an overlong slash', '/plain/%c0%af', 400],
  ['a slash of three bytes', '/plain/%e0%80%af', 400],
  ['half of a surrogate pair', '/plain/%ed%a0%80', 400],
  ['a code point beyond Unicode', '/plain/%f4%90%80%80', 400],
  ['an absolute path behind a rest', '/rest-of//etc/passwd', 400],
  ['two dots inside a rest', '/rest-of/a/../b', 400],
  ['dots inside a rest that appear when they are decoded', '/rest-of/a/%2e%2e/b', 400],
  ['dots and a slash in one segment of a rest', '/rest-of/a/%2e%2e%2fb', 400],
  ['nothing but slashes behind a rest', '/rest-of//', 400],
  ['a segment of one character too much', `/plain/${'a'.repeat(256)}`, 414],
  ['a segment that is too long when it is decoded', `/plain/${'%61'.repeat(256)}`, 414],
  ['thousands of slashes behind the id', `/post/1${'/'.repeat(3_000)}`, 414],
  ['a path over its limit', `/plain/${'a'.repeat(5_000)}`, 414],
  ['a target over the limit of all fields', `/${'a'.repeat(20_000)}`, 431],
  ['a target without a slash', 'post/1', 400],
  ['a query without a path', '?id=1', 400],
  ['a fragment without a path', '#/post/1', 400],
  ['backslashes in place of all slashes', '\\post\\1', 400],
  ['a scheme without a host', 'http:/post/1', 400],
  ['the authority form', 'evil:80', 400],
  ['no target at all', '', 400],
  ['a second version behind the target', '/post/1 HTTP/1.1\tx', 400],
  ['a space in the target', '/plain/a b', 400],
];

const DECODED_ONCE: readonly Row[] = [
  ['dots that are escaped twice', '/plain/%252e%252e', 200, '%2e%2e'],
  ['a slash that is escaped twice', '/plain/%252f', 200, '%2f'],
  ['a NUL that is escaped twice', '/plain/%2500', 200, '%00'],
  ['an escape that is made of escapes', '/plain/%25%30%30', 200, '%00'],
  ['a percent sign that is escaped three times', '/plain/%252525', 200, '%2525'],
  ['a plus, which is no space in a path', '/plain/a+b', 200, 'a+b'],
  ['a parameter of the segment', '/plain/a;b=c', 200, 'a;b=c'],
  ['a mark that turns the direction of text', '/plain/%e2%80%ae', 200, '\u202e'],
  ['an escaped query', '/plain/%3fid=2', 200, '?id=2'],
  ['an escaped fragment', '/plain/%23a', 200, '#a'],
  ['a backslash with dots', '/plain/..%5c..', 200, '..\\..'],
];

/** These are the record 1, and nothing else. */
const RECORD: readonly Row[] = [
  ['an escaped digit of an id', '/post/%31', 200],
  ['the absolute form of another host', 'http://evil/post/1', 200],
  ['the absolute form with a name and a password', 'http://name:pass@evil/post/1', 200],
  ['the absolute form of another scheme', 'evil://evil:1/post/1', 200],
  ['a fragment', '/post/1#/../2', 200],
  ['one slash behind the id', '/post/1/', 200],
  ['capital letters', '/POST/1', 200],
];

/** Ids that are near the one that is there. */
const NO_RECORD: readonly Row[] = ['+1', '1%20', '%201', '0x1', '1e0', '01', '1.0', '-1', '%d9%a1'].map(
  (id): Row => [`the id ${id} in place of 1`, `/post/${id}`, 404],
);

const IN_REQUEST_LINE: readonly Row[] = CONTROLS.map((character) => [
  `the byte 0x${character.charCodeAt(0).toString(16).padStart(2, '0')} in the target`,
  `/plain/a${character}b`,
  400,
]);

function attacksOf(rows: readonly Row[], check?: (answer: Answer) => void): Attack[] {
  return rows.map(([name, target, answer, id]) => ({
    name,
    send: request('GET', target),
    answer,
    check: (answers) => {
      expect(answers).to.have.length(1);
      const [first] = answers as [Answer];
      expect(first.fields.has('location')).to.equal(false);
      if (id !== undefined) expect(first.json()).to.deep.include({ id });
      check?.(first);
    },
  }));
}

describeAttacks(
  'paths',
  [
    ...attacksOf([...NOBODYS, ...REFUSED, ...NO_RECORD, ...IN_REQUEST_LINE], ({ body }) => {
      expect(body).not.to.include('"first"');
    }),
    ...attacksOf(DECODED_ONCE),
    ...attacksOf(RECORD, (answer) => expect(answer.json()).to.deep.include({ id: 1, title: 'first' })),
    {
      name: 'a list in the absolute form links to itself, not to the other host',
      send: request('GET', 'http://evil/post?pageSize=1'),
      answer: 200,
      check: ([answer]) => {
        expect(answer?.fields.get('link')).to.match(/^<\/post\?/);
        expect(answer?.head).not.to.include('evil');
      },
    },
    {
      name: 'a problem document tells the path of the absolute form, neither host nor password',
      send: request('GET', 'http://name:pass@evil/post/99#mark'),
      answer: 404,
      check: ([answer]) => expect(answer?.json()).to.deep.include({ instance: '/post/99' }),
    },
    {
      name: 'a problem document of a path with two slashes is no reference to another host',
      send: request('GET', '//host/%ff'),
      answer: 400,
      check: ([answer]) => expect(answer?.json()).to.deep.include({ instance: '/host/%ff' }),
    },
    {
      name: 'CONNECT to another host gets no tunnel',
      send: async ({ send }) => [
        ...(await send('CONNECT evil:80 HTTP/1.1\r\nHost: evil\r\n\r\n')),
        ...readAnswers(Buffer.from('closed')),
      ],
      answer: 0,
    },
  ],
  { rules: [[/\/\/host\/([^/]+)/, 'plain?id=:1', 'rest']] },
);
