import { defineLogic } from '@rest-gen/logic';
import { HttpError } from '@rest-gen/router';
import { expect } from 'chai';
import type { RequestHandler } from 'express';
// @ts-expect-error: a package of the workspace has the types
import multer from 'multer';
import Rest from '../../test/fixture/rest.ts';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, request } from './bytes.ts';
import { HACKED, INHERITED, wholeRows } from './rows.ts';

const logic = defineLogic({
  postAction: {
    body: {
      name: { required: true, string: true, trim: true, length: { max: 80 } },
      state: { in: ['draft', 'live'] },
      free: { contains: 'a' },
    },
    files: { photo: { file: true, image: true }, docs: { array: true, maxItems: 2, children: { file: true } } },
  },
});

/** An application that reads uploads with multer, as most do. */
class Photo extends Rest<typeof logic> {
  static forms = true;
  override __before(): Promise<void> {
    const read = multer().any() as RequestHandler;
    return new Promise((resolve, reject) => {
      read(this.req, this.res, (error) => (error ? reject(new HttpError(400)) : resolve()));
    });
  }
  override async postAction(): Promise<unknown> {
    const { name } = await this.writable(this.post());
    const photo = this.file('photo') as { originalname: string; size: number } | undefined;
    await this.model().add({ name });
    return this.success({ name, photo: photo?.originalname ?? null, size: photo?.size ?? 0 }, { status: 201 });
  }
}

const text = (name: string, value: string): string => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const file = (name: string, filename: string, content = 'x'): string =>
  `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: image/png\r\n\r\n${content}`;
const NAME = text('name', 'mine');
const BAD = [400, 413, 422];

/** Parts of a request, and its status. */
const ROWS: readonly (readonly [what: string, parts: readonly string[], statuses: number | readonly number[]])[] = [
  ['a field __proto__', [NAME, text('__proto__', HACKED)], BAD],
  ['a member of __proto__', [NAME, text('__proto__[polluted]', HACKED)], BAD],
  ['constructor.prototype', [NAME, text('constructor[prototype][polluted]', HACKED)], BAD],
  ['__proto__ behind a declared field', [text('name[__proto__][polluted]', HACKED)], BAD],
  ['__proto__ behind a list', [text('name[0][__proto__][polluted]', HACKED)], BAD],
  ['a name in another charset', [NAME, text('x', HACKED).replace('name="x"', "name*=utf-8''__proto__")], [201, ...BAD]],
  ['toString of a declared field', [text('name[toString]', HACKED)], BAD],
  ['then of a declared field', [text('name[then]', HACKED)], BAD],
  ['an object where one of some values is expected', [NAME, text('state[toString]', 'live')], BAD],
  ['a list where one of some values is expected', [NAME, text('state[]', 'live')], BAD],
  ['an object without a prototype for a rule of text', [NAME, text('free[a]', 'a')], BAD],
  ['an object that is text to nobody', [NAME, text('free[toString]', 'a'), text('free[valueOf]', 'a')], BAD],
  ['a long list by its last number', [text('name[4294967294]', HACKED)], BAD],
  ['a field with a length', [text('name[length]', '4294967295')], BAD],
  ['an undeclared field', [NAME, text('secret', HACKED)], BAD],
  ['the primary key', [NAME, text('id', '7')], BAD],
  ['a field twice', [NAME, NAME], BAD],
  ['a field as text and as an object', [NAME, text('name[a]', HACKED)], BAD],
  ['a file in place of text', [file('name', 'a.png', HACKED)], BAD],
  ['text in place of a file', [NAME, text('photo', HACKED)], BAD],
  ['a file __proto__', [NAME, file('__proto__', 'a.png')], BAD],
  ['a file constructor', [NAME, file('constructor', 'a.png')], BAD],
  ['an undeclared file', [NAME, file('script', 'a.png')], BAD],
  ['two files for one', [NAME, file('photo', 'a.png'), file('photo', 'b.png')], BAD],
  ['too many files of a list', [NAME, ...Array<string>(1_500).fill(file('docs', 'a'))], BAD],
  ['thousands of parts', [NAME, ...Array.from({ length: 2_000 }, (_, at) => text(`n${at}`, ''))], BAD],
  ['thousands of files', [NAME, ...Array.from({ length: 2_000 }, (_, at) => file(`n${at}`, ''))], BAD],
  ['a file that is no image by its name', [NAME, file('photo', 'a.php')], BAD],
  ['a page in place of an image', [NAME, file('photo', 'a.html', '<script>')], BAD],
  ['a name that ends in NUL', [NAME, file('photo', 'a.php\0')], BAD],
  ['a part without a name', [NAME, 'Content-Disposition: form-data\r\n\r\nx'], [201, ...BAD]],
  ['a part without a head', [NAME, '\r\nx'], [201, ...BAD]],
  [
    'a part of another kind',
    [NAME, `Content-Disposition: attachment; filename="a.png"\r\n\r\n${HACKED}`],
    [201, ...BAD],
  ],
  ['a part with 100,000 bytes of fields', [`X: ${'a'.repeat(100_000)}\r\n${NAME}`], BAD],
  ['a name of 10,000 letters', [NAME, text('n'.repeat(10_000), 'x')], BAD],
  ['fifty levels in a name', [text(`name${'[a]'.repeat(30)}`, HACKED)], BAD],
  [
    'a multipart in a part',
    [NAME, 'Content-Type: multipart/mixed; boundary=y\r\n\r\n--y\r\n\r\nx\r\n--y--'],
    [201, ...BAD],
  ],
  [
    'a part that says it is encoded',
    [text('name', 'bWluZQ==').replace('\r\n', '\r\nContent-Transfer-Encoding: base64\r\n')],
    201,
  ],
];

const rows: Attack[] = ROWS.map(([name, parts, answer]) => ({
  name,
  send: multipart(parts),
  answer,
  check: unharmed,
}));

/** File names that leave a directory, or mean something to a shell, a page or a header field. */
const FILES: readonly string[] = [
  ...[
    '../../../etc/passwd.png',
    '..\\..\\windows\\a.png',
    '/etc/a.png',
    'C:\\a.png',
    'a/b.png',
    './.png',
    '..%2f..%2fa.png',
  ],
  ...[
    'a.php\0.png',
    'a.php;.png',
    'a.png\u202egnp.exe.png',
    '$(id).png',
    '`id`.png',
    '<img src=x onerror=1>.png',
    "';--.png",
  ],
  ...['__proto__.png', 'con.png', `${'a'.repeat(300)}.png`, '.png', ' .png', 'a\\"b.png', '%0d%0aSet-Cookie: a=b.png'],
];

const files: Attack[] = FILES.map((name) => ({
  name: `a file named ${JSON.stringify(name.slice(0, 40))}`,
  send: multipart([NAME, file('photo', name)]),
  answer: [201, 400, 422],
  async check(answers, target) {
    await unharmed(answers, target);
    const [answer] = answers;
    // What an action gets is one segment of a path.
    if (answer?.status === 201) expect((answer.json() as { photo: string }).photo).not.to.match(/[/\\]|^\.\.$/);
    expect(answer?.head).not.to.match(/set-cookie/i);
  },
}));

const whole = multipart([NAME, file('photo', 'a.png')]).toString('latin1');

/** Bodies that are no multipart. */
const BROKEN: readonly (readonly [what: string, bytes: string])[] = [
  ['a boundary that never comes', whole.replace('boundary=x', 'boundary=y')],
  ['no end', whole.replace('--x--\r\n', '')],
  ['no boundary', whole.replace('; boundary=x', '')],
  ['an empty boundary', whole.replace('boundary=x', 'boundary=')],
  ['a boundary of 5,000 letters', whole.replace('boundary=x', `boundary=${'x'.repeat(5_000)}`)],
  ['a boundary of an expression', whole.replace('boundary=x', 'boundary="(.*)*$"')],
  ['a boundary with a line in it', whole.replace('boundary=x', 'boundary="x\ty"')],
  ['nothing but the end', request('POST', '/photo', { body: '--x--\r\n', fields: TYPE() }).toString('latin1')],
];

const broken: Attack[] = BROKEN.map(([what, bytes]) => ({
  name: `multipart with ${what}`,
  // Its length has changed.
  send: bytes.replace(/Content-Length: \d+/, () => `Content-Length: ${bytes.length - bytes.indexOf('\r\n\r\n') - 4}`),
  answer: [400, 415, 422],
  check: unharmed,
}));

describeAttacks('uploads', [...rows, ...files, ...broken], {
  rules: [['/photo/:id?', '/v2/tag', 'rest']],
  controllers: { 'v2/tag': Photo },
  logics: { 'v2/tag': logic },
});

// --- internal ---

function TYPE(): Record<string, string> {
  return { 'Content-Type': 'multipart/form-data; boundary=x' };
}

function multipart(parts: readonly string[]): Buffer {
  const body = `${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--\r\n`;
  return request('POST', '/photo', { body, fields: TYPE() });
}

async function unharmed(_: readonly Answer[], { models }: Parameters<NonNullable<Attack['check']>>[1]): Promise<void> {
  await wholeRows(models);
  for (const { name } of models.rows('tag')) expect(name).to.be.oneOf(['mine', 'bWluZQ==']);
  expect(JSON.stringify(models.rows('tag'))).not.to.match(new RegExp(`${HACKED}|${INHERITED}`));
}
