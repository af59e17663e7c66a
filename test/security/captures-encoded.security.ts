import { Controller } from '@rest-gen/router';
import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { request } from './bytes.ts';
import { type Row, TRAPS, unreachable } from './unreachable.ts';

const TRAVERSAL: readonly Row[] = [
  ['a dot segment', '/any/.', 'E_BAD_PATH'],
  ['a double dot segment', '/any/..', 'E_BAD_PATH'],
  ['./post', '/any/./post', 'E_BAD_PATH'],
  ['../post', '/any/../post', 'E_BAD_PATH'],
  ['out of the directory of the target', '/api/..', 'E_BAD_PATH'],
  ['out of the directory of the target, with an id', '/api/../1', 'E_BAD_PATH'],
  ['out of the directory of the target, to a neighbour', '/api/../post', 'no rule'],
  ['an encoded dot', '/any/%2e', 'E_BAD_PATH'],
  ['encoded dots', '/any/%2e%2e', 'E_BAD_PATH'],
  ['encoded dots in capitals', '/any/%2E%2E', 'E_BAD_PATH'],
  ['dots of which one is encoded', '/any/.%2e', 'E_BAD_PATH'],
  ['encoded dots as an id', '/any/post/%2e%2e', 'E_BAD_PATH'],
  ['encoded dots and slash', '/any/%2e%2e%2fpost', 'E_BAD_PATH'],
  ['dots and an encoded slash', '/any/..%2fpost', 'E_BAD_PATH'],
  ['dots and an encoded slash in capitals', '/any/..%2Fpost', 'E_BAD_PATH'],
  ['encoded slashes to a file', '/any/..%2f..%2f..%2fetc%2fpasswd', 'E_BAD_PATH'],
  ['an encoded absolute path', '/any/%2fetc%2fpasswd', 'E_BAD_PATH'],
  ['a name with its directory in one segment', '/any/v1%2fuser', 'E_BAD_PATH'],
  ['a name with its directory in one segment, in capitals', '/any/v1%2Fuser', 'E_BAD_PATH'],
  ['the base class of a version in one segment', '/any/v1%2frest', 'E_BAD_PATH'],
  ['a file of the configuration in one segment', '/any/config%2frouter', 'E_BAD_PATH'],
  ['an encoded slash behind a name', '/any/post%2f', 'E_BAD_PATH'],
  ['an encoded slash before a name', '/any/%2fpost', 'E_BAD_PATH'],
  ['an encoded slash in place of the one before the id', '/any/post%2f1', 'E_BAD_PATH'],
  ['double-encoded dots', '/any/%252e%252e'],
  ['double-encoded dots and slash', '/any/%252e%252e%252fpost'],
  ['a double-encoded slash in a name with its directory', '/any/v1%252fuser'],
  ['a double-encoded letter', '/any/%2570ost'],
  ['three times encoded dots', '/any/%25252e%25252e'],
  ['dots and a backslash', '/any/..\\post'],
  ['dots and an encoded backslash', '/any/..%5cpost'],
  ['a name with its directory behind a backslash', '/any/v1%5cuser'],
  ['a backslash before a name', '/any/\\post'],
  ['a drive of Windows', '/any/C:%5cWindows%5cwin.ini'],
  ['a share of Windows', '/any/%5c%5chost%5cshare'],
  ['dots with a parameter, as some servers strip it', '/api/..;'],
  ['four dots and two slashes, as a filter that runs once leaves them', '/any/....%2f%2fpost', 'E_BAD_PATH'],
  ['a URL of a file', '/any/file:%2f%2f%2fetc%2fpasswd', 'E_BAD_PATH'],
  ['a module of Node', '/any/node%3afs'],
  ['a program in a URL', '/any/data:text%2fjavascript,0', 'E_BAD_PATH'],
  ['a dot segment in a capture with slashes', '/dir/v1/../post', 'E_BAD_PATH'],
  ['an encoded dot segment in a capture with slashes', '/dir/v1/%2e%2e/post', 'E_BAD_PATH'],
  ['a dot segment at the end of a capture with slashes', '/dir/post/.', 'E_BAD_PATH'],
  ['an encoded slash in a capture with slashes', '/dir/v1%2fuser', 'E_BAD_PATH'],
  ['an absolute path in a capture with slashes', '/dir//post', 'E_BAD_PATH'],
  ['an empty segment in a capture with slashes', '/dir/v1//user', 'E_BAD_PATH'],
  ['a dot segment through a path form', '/called/..', 'E_BAD_PATH'],
  ['a name with its directory in one segment of a path form', '/called/v1%2fuser', 'E_BAD_PATH'],
  ['a dot segment through a path form with many segments', '/deep/v1/../post', 'E_BAD_PATH'],
  ['an absolute path through a path form with many segments', '/deep//post', 'E_BAD_PATH'],
  ['a dot segment in the first of two captures', '/two/./post', 'E_BAD_PATH'],
  ['a dot segment in the second of two captures', '/two/v1/..', 'E_BAD_PATH'],
  ['an encoded slash through an expression that is searched', '/near/v1%2fuser', 'E_BAD_PATH'],
];

const ESCAPES: readonly Row[] = [
  ['NUL', '/any/%00', 'E_BAD_PATH'],
  ['NUL behind a name', '/any/post%00', 'E_BAD_PATH'],
  ['NUL and an extension', '/any/post%00.js', 'E_BAD_PATH'],
  ['NUL before a name', '/any/%00post', 'E_BAD_PATH'],
  ['NUL in an id', '/any/post/1%00', 'E_BAD_PATH'],
  ['a double-encoded NUL', '/any/post%2500'],
  ['an overlong dot', '/any/%c0%ae%c0%ae', 'E_BAD_ESCAPE'],
  ['an overlong slash', '/any/..%c0%afpost', 'E_BAD_ESCAPE'],
  ['an overlong slash of three bytes', '/any/..%e0%80%afpost', 'E_BAD_ESCAPE'],
  ['an overlong slash of four bytes', '/any/..%f0%80%80%afpost', 'E_BAD_ESCAPE'],
  ['an overlong backslash', '/any/..%c1%9cpost', 'E_BAD_ESCAPE'],
  ['an overlong letter', '/any/%c1%b0ost', 'E_BAD_ESCAPE'],
  ['an overlong NUL', '/any/post%c0%80', 'E_BAD_ESCAPE'],
  ['a surrogate in UTF-8', '/any/%ed%a0%80', 'E_BAD_ESCAPE'],
  ['a half of a character', '/any/post%e2%82', 'E_BAD_ESCAPE'],
  ['a byte that UTF-8 does not have', '/any/post%ff', 'E_BAD_ESCAPE'],
  ['a character beyond Unicode', '/any/%f4%90%80%80', 'E_BAD_ESCAPE'],
  ['an escape of UTF-16', '/any/%u0070ost', 'E_BAD_ESCAPE'],
  ['an escape without digits', '/any/post%', 'E_BAD_ESCAPE'],
  ['an escape with one digit', '/any/post%7', 'E_BAD_ESCAPE'],
  ['an escape that is none', '/any/%zzpost', 'E_BAD_ESCAPE'],
  ['an encoded space', '/any/post%20'],
  ['an encoded space before a name', '/any/%20post'],
  ['an encoded tab', '/any/post%09'],
  ['an encoded line end', '/any/post%0d%0a'],
  ['a plus for a space', '/any/post+'],
  ['an encoded question mark', '/any/post%3fid=1'],
  ['an encoded number sign', '/any/post%23'],
  ['an encoded ampersand', '/any/post%26id=1'],
  ['the base class with an encoded letter', '/any/%72est'],
  ['a prototype name with encoded letters', '/any/%5f%5fproto%5f%5f'],
  ['an encoded name of 256 characters', `/any/${'%61'.repeat(256)}`, 'E_PATH_TOO_LONG'],
  ['an overlong dot as bytes', '/any/\xc0\xae\xc0\xae', 'no request'],
  ['a name in letters beyond ASCII as bytes', '/any/p\xf6st', 'no request'],
  ['NUL as a byte', '/any/post\0', 'no request'],
  ['a tab as a byte', '/any/post\t', 'no request'],
  ['a space as a byte', '/any/po st', 'no request'],
  ['DEL as a byte', '/any/post\x7f', 'no request'],
];

/** Names that become the one of a controller when they are normalised, or compared without case. */
const LOOKALIKES = [
  ['letters of full width', 'ｐｏｓｔ'],
  ['a ligature', 'poﬆ'],
  ['a long s', 'poſt'],
  ['a letter of Cyrillic', 'рost'],
  ['bold letters of mathematics', '𝐩𝐨𝐬𝐭'],
  ['circled letters', 'ⓟⓞⓢⓣ'],
  ['an accent to combine', 'post\u0301'],
  ['a space without width', 'po\u200bst'],
  ['a mark of the byte order', '\ufeffpost'],
  ['a soft hyphen', 'po\u00adst'],
  ['a change of the direction', '\u202etsop'],
  ['the sign of Kelvin', '\u212aiwi'],
  ['a dotless i', 'kıwi'],
  ['a capital i with a dot', 'kİwi'],
  ['a slash of full width', 'v1／user'],
  ['a slash of fractions', 'v1⁄user'],
  ['a slash of division', 'v1∕user'],
  ['dots of full width', '．．'],
  ['a leader of two dots', '‥'],
  ['the base class in letters of full width', 'ｒｅｓｔ'],
] as const;

class Kiwi extends Controller {
  getAction(): unknown {
    return [];
  }
}

/** An unreserved letter and its escape are the same letter (RFC 3986 section 2.3). */
const DECODED: readonly Attack[] = [
  ['an encoded letter of a name that is exposed', '/any/%70ost'],
  ['all letters of a name that is exposed', '/any/%6b%69%77%69'],
].map(([name, path]) => ({
  name: name as string,
  send: request('GET', path as string),
  answer: ({ capture }) => (capture === '[^/]+' ? 200 : 404),
  check: ([answer], { variant: { capture } }) => {
    if (capture === '[^/]+') expect(answer?.json()).to.be.an('array');
    else expect(answer?.body).to.include('Cannot GET');
  },
}));

describeAttacks(
  'captures, encoded',
  [
    ...DECODED,
    ...[...TRAVERSAL, ...ESCAPES].map(unreachable),
    ...LOOKALIKES.map(([name, text]) => unreachable([name, `/any/${encodeURIComponent(text)}`])),
  ],
  { ...TRAPS, controllers: { ...TRAPS.controllers, kiwi: Kiwi } },
);
