import { createRequire } from 'node:module';

/** What the big list of naughty strings of 2015 does not have. */
const MORE: readonly string[] = [
  // Characters: alone, at an end, in the middle.
  ...[
    '\0',
    'a\0b',
    '\0a',
    'a\0',
    '\x01',
    '\b',
    '\x1b[2J',
    '\x7f',
    '\x85',
    '\xa0',
    '\xad',
    '\u2028',
    '\u2029',
    '\ufeff',
  ],
  ...['\ufffd', '\ufffe', '\uffff', '\u{10ffff}', '\u200b', '\u200d', '\u202e\u202dabc\u202c', '\u2066a\u2069'],
  ...['\ud800', '\udfff', 'a\ud83d', '\ude00b', '\ud83d\ud83d\ude00', '\udc00\ud800'],
  ...['e\u0301', '\u00e9', '\u212b', '\u00c5', '\ufb01', '\u0130', '\u0131', '\u017f', '\u212a', 'ẞ', 'ß', 'ς'],
  ...[
    'Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e'.repeat(8),
    '👩‍👩‍👧‍👦',
    '🏳️‍🌈',
    '🇫🇷🇫',
    '👍🏿',
  ],
  ...[' ', '  ', '\t', '\n', '\r', '\r\n', ' a', 'a ', '\u3000a', 'a\n', '\v', '\f'],
  // Lengths about limits, and texts of many bytes.
  ...[80, 81, 255, 256, 1_000, 2_048].flatMap((length) => ['x'.repeat(length), '😀'.repeat(length / 2)]),
  // Names that mean something.
  ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__', 'then'],
  ...[
    'constructor[prototype][polluted]',
    '__proto__[polluted]',
    '__proto__.polluted',
    'length',
    'toJSON',
    'id',
    'rest',
  ],
  ...[
    'NaN',
    '-NaN',
    'Infinity',
    '-0',
    '0x10',
    '1e1000',
    '1_000',
    '٣',
    '１',
    '00',
    '1.',
    '.1',
    '+1',
    '1e0',
    '9'.repeat(40),
  ],
  ...['9007199254740993', '9223372036854775807', '9223372036854775808', '-9223372036854775809', '[object Object]'],
  // Languages of others.
  ...['{"$gt":""}', '{"$where":"sleep(1)"}', '$ne', 'title[$ne]', 'title.$gt', '[$regex]', '{$expr:1}'],
  ...["' OR 1=1 --", "'; DROP TABLE post; --", '" OR ""="', '`', '``', '\\', '\\\\', "\\'", '%', '_', '%%', '--', '/*'],
  ...['$1', '?', ':a', '@@version', '0x27', "x' AND SLEEP(5)='", '1;SELECT pg_sleep(5)', "' UNION SELECT NULL--"],
  ...[
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text that attackers send.
    '${jndi:ldap://127.0.0.1/a}',
    '{{7*7}}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as above.
    '${7*7}',
    '<%= 7*7 %>',
    '#{7*7}',
    '$(id)',
    '`id`',
    '| id',
    '; id',
    '&& id',
  ],
  ...['<script>alert(1)</script>', '"><svg onload=alert(1)>', 'javascript:alert(1)', '&lt;', '&#x0;', ']]>', '<!--'],
  ...['<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', "=cmd|' /C calc'!A0", '@SUM(1)', '%n%s%x'],
  // Paths and escapes.
  ...[
    '.',
    '..',
    '...',
    '/',
    '//',
    '../',
    '..\\',
    'a/b',
    '/etc/passwd',
    '..%2f',
    '%2e%2e',
    '%00',
    '%',
    '%%',
    '%zz',
    '%25',
  ],
  ...['%C0%AE', '%c3%28', '%u002e', '\\..\\', 'C:\\', '\\\\host\\share', 'file:///etc/passwd', 'CON', 'a.js', '.env'],
  // Pieces of HTTP, and of the languages that requests are written in.
  ...[
    'a\r\nSet-Cookie: a=b',
    'a\r\n\r\nHTTP/1.1 200 OK',
    'GET / HTTP/1.1',
    '*',
    '"a"',
    'W/"',
    'W/"a", "b"',
    ';',
    ',',
    ',,',
    '=',
  ],
  ...[
    '&',
    'a=b',
    '&&',
    'a&b=c',
    '#',
    '?a=b',
    '[]',
    '[',
    ']',
    'a[',
    'a[]',
    'a[b',
    'a[b]c',
    '[b]',
    'a[b][c]',
    '$&',
    '$1',
    "$'",
  ],
  ...[
    '{',
    '{}',
    '{"',
    'null',
    'undefined',
    'true',
    'false',
    '"',
    "'",
    '\\u0000',
    '\\ud800',
    '-',
    '-id',
    'id,id',
    '--id',
  ],
];

/** Texts that programs trip over: the big list of naughty strings, and more; each once. */
export const STRINGS: readonly string[] = [
  ...new Set([...(createRequire(import.meta.url)('big-list-of-naughty-strings') as string[]), ...MORE]),
];

/** Percent-encode all that a client has to; a lone surrogate becomes the bytes that UTF-8 does not have. */
export function encode(text: string): string {
  return text.replace(/\p{Surrogate}|\P{Surrogate}/gu, (character) => {
    const code = character.charCodeAt(0);
    if (character.length > 1 || code < 0xd800 || code > 0xdfff) return encodeURIComponent(character);
    return `%ED%${(0x80 | ((code >> 6) & 0x3f)).toString(16)}%${(0x80 | (code & 0x3f)).toString(16)}`;
  });
}

/** Whether a text is one that UTF-8 can hold. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
