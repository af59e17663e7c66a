import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, request } from './bytes.ts';
import { HACKED, lastPost, untouched } from './rows.ts';

const RECORD = `{"title":"${HACKED}"}`;
const FORM = `title=${HACKED}`;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Types that a browser sends without asking, that look like JSON, or that a lenient parser takes for it: all with a record that could be written. */
const REFUSED: readonly (readonly [what: string, type: string | undefined, body: string | Uint8Array])[] = [
  ['JSON without a type', undefined, RECORD],
  ['a form without a type', undefined, FORM],
  ['JSON with an empty type', '', RECORD],
  ['JSON as text, which a page of another origin may send', 'text/plain', RECORD],
  ['JSON as text in UTF-8', 'text/plain;charset=UTF-8', RECORD],
  ['JSON in the old type of text', 'text/json', RECORD],
  ['JSON as JavaScript', 'application/javascript', RECORD],
  ['JSON as bytes', 'application/octet-stream', RECORD],
  ['JSON as a type with a letter more', 'application/jsonx', RECORD],
  ['JSON as JSON5', 'application/json5', RECORD],
  ['JSON as lines of JSON', 'application/x-ndjson', RECORD],
  ['JSON as a sequence of JSON', 'application/json-seq', RECORD],
  ['JSON as two types', 'application/json,text/html', RECORD],
  ['JSON as two types, JSON last', 'text/plain, application/json', RECORD],
  ['JSON as text with JSON as a parameter', 'text/plain; a=application/json', RECORD],
  ['JSON as text with a type behind a comma', 'text/plain;a,application/json', RECORD],
  ['JSON as a range', 'application/*', RECORD],
  ['JSON as anything', '*/*', RECORD],
  ['JSON without its family', 'json', RECORD],
  ['JSON with two slashes', 'application//json', RECORD],
  ['JSON with a blank inside', 'application /json', RECORD],
  ['JSON in quotes', '"application/json"', RECORD],
  ['JSON as XML', 'application/xml', RECORD],
  ['XML with an entity', 'application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['XML as a vendor', 'application/vnd.api+xml', RECORD],
  ['YAML', 'application/yaml', `title: ${HACKED}`],
  ['a suffix alone', 'application/+json', RECORD],
  ['a suffix of another family', 'image/vnd.a+json', RECORD],
  ['a suffix behind a suffix', 'application/a+json+xml', RECORD],
  ['a JSON patch', 'application/json-patch+json', RECORD],
  ['a merge patch for a POST', 'application/merge-patch+json', RECORD],
  ['CBOR', 'application/cbor', Buffer.from('a1657469746c65666861636b6564', 'hex')],
  ['JSON in UTF-7', `${JSON_TYPE}; charset=utf-7`, '{+ACI-title+ACI-:+ACI-hacked+ACI-}'],
  ['JSON in UTF-7 of mail', `${JSON_TYPE}; charset=utf-7-imap`, RECORD],
  ['JSON in Latin-1', `${JSON_TYPE}; charset=iso-8859-1`, RECORD],
  ['JSON in EBCDIC', `${JSON_TYPE}; charset=ibm037`, RECORD],
  ['JSON in GB 18030', `${JSON_TYPE}; charset=gb18030`, RECORD],
  ['JSON in a charset that nobody knows', `${JSON_TYPE}; charset=utf-9`, RECORD],
  ['JSON in base64', `${JSON_TYPE}; charset=base64`, Buffer.from(RECORD).toString('base64')],
  ['JSON in hexadecimal digits', `${JSON_TYPE}; charset=hex`, Buffer.from(RECORD).toString('hex')],
  ['JSON in a charset behind UTF-8', `${JSON_TYPE}; charset=utf-8,utf-7`, RECORD],
  ['a form in UTF-7', `${FORM_TYPE}; charset=utf-7`, FORM],
  ['a form in UTF-16', `${FORM_TYPE}; charset=utf-16`, Buffer.from(FORM, 'utf16le')],
  ['multipart without a boundary', 'multipart/form-data', FORM],
  ['multipart with an empty boundary', 'multipart/form-data; boundary=', FORM],
  ['multipart where nobody reads it', 'multipart/form-data; boundary=x', part('title', HACKED)],
  ['multipart of another kind', 'multipart/mixed; boundary=x', part('title', HACKED)],
  ['multipart with thousands of parts', 'multipart/form-data; boundary=x', part('title', HACKED).repeat(1_500)],
  ['a type of 8,000 letters', `application/${'j'.repeat(8_000)}`, RECORD],
];

const refused: Attack[] = REFUSED.map(([name, type, body]) => ({
  name,
  send: request('POST', '/post', { body, fields: type === undefined ? {} : { 'Content-Type': type } }),
  answer: 415,
  async check(answers, target) {
    await untouched(answers, target);
    const [answer] = answers;
    expect(answer?.json()).to.include({ code: 'E_MEDIA_TYPE' });
    expect(answer?.head, 'the body of the request as markup').to.match(/content-type: application\/problem\+json/i);
  },
}));

/** Types with parameters that confuse parsers: what is meant is read, and nothing else. */
const READ: readonly (readonly [what: string, type: string, body: string | Uint8Array, title: string])[] = [
  ['a type in capitals', 'APPLICATION/JSON', '{"title":"a"}', 'a'],
  ['a type of a vendor', 'application/vnd.api+json', '{"title":"a"}', 'a'],
  ['a charset twice: the first one', `${JSON_TYPE}; charset=utf-8; charset=utf-7`, '{"title":"+AGE-"}', '+AGE-'],
  ['a charset in the quotes of another parameter', `${JSON_TYPE}; a="; charset=utf-7"`, '{"title":"+AGE-"}', '+AGE-'],
  ['a boundary of JSON', `${JSON_TYPE}; boundary=x`, '{"title":"a"}', 'a'],
  ['a form in Latin-1', `${FORM_TYPE}; charset=iso-8859-1`, 'title=%e9', 'é'],
  ['a form that says JSON in a parameter', `${FORM_TYPE}; a=application/json`, 'title=a', 'a'],
  ['a form with another charset in a field', FORM_TYPE, 'utf8=%26%2310003%3B&title=%e2%82%ac', ''],
  ['a form with broken escapes', FORM_TYPE, 'title=%ff%zz%', '%ff%zz%'],
  ['semicolons in a form', FORM_TYPE, 'title=a;secret=b', 'a;secret=b'],
];

const read: Attack[] = READ.map(([name, type, body, title]) => ({
  name,
  send: request('POST', '/post', { body, fields: { 'Content-Type': type } }),
  answer: title === '' ? 422 : 201,
  async check(answers, target) {
    await untouched(answers, target);
    if (title !== '') expect(lastPost(target)).to.include({ title, secret: null });
  },
}));

const TWICE = `POST /post HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${RECORD.length}\r\n`;

describeAttacks('content types', [
  ...refused,
  ...read,
  {
    name: 'a form of another page, for a class that takes none',
    send: async ({ send }) => {
      const forms = [
        [FORM_TYPE, FORM],
        [FORM_TYPE, ''],
        ['multipart/form-data; boundary=x', part('title', HACKED)],
        ['text/plain', RECORD],
        ['text/plain', ''],
      ] as const;
      const answers: Answer[] = [];
      for (const [type, body] of forms)
        answers.push(
          ...(await send(request('POST', '/user', { body, fields: { 'Content-Type': type, Cookie: 'session=1' } }))),
        );
      return answers;
    },
    answer: 415,
    check: (answers) => expect(answers.map(({ status }) => status)).to.deep.equal([415, 415, 415, 415, 415]),
  },
  {
    name: 'two types, the first one refused',
    send: `${TWICE}Content-Type: text/plain\r\nContent-Type: application/json\r\n\r\n${RECORD}`,
    answer: [400, 415],
    check: untouched,
  },
  {
    name: 'a type on a folded line',
    send: `${TWICE}Content-Type: text/plain;\r\n application/json\r\n\r\n${RECORD}`,
    answer: [400, 415],
    check: untouched,
  },
  {
    name: 'a type with a NUL',
    send: `${TWICE}Content-Type: application/json\0\r\n\r\n${RECORD}`,
    answer: [400, 415],
    check: untouched,
  },
  {
    name: 'JSON as text for a PUT and for a PATCH',
    send: async ({ send }) => {
      const fields = { 'Content-Type': 'text/plain' };
      const answers = await send(request('PUT', '/post/1', { body: RECORD, fields }));
      return [...answers, ...(await send(request('PATCH', '/post/1', { body: RECORD, fields })))];
    },
    answer: 415,
    check: (answers) => expect(answers.map(({ status }) => status)).to.deep.equal([415, 415]),
  },
]);

// --- internal ---

function part(name: string, value: string): string {
  return `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`;
}
