import { expect } from 'chai';
import fc from 'fast-check';
import { formatRules } from '../../src/rules/formats.ts';
import { jsonFormats } from '../../src/rules/json-formats.ts';
import { fieldErrorOf, runField } from '../run-field.ts';

/** [rule, argument, texts that pass, texts that fail] */
const table: [rule: string, argument: unknown, pass: string[], fail: string[]][] = [
  ['alpha', true, ['abc', 'ABC'], ['a1', 'a b']],
  ['alphaDash', true, ['a-b_C'], ['a1', 'a b', 'a\n']],
  ['alphaNumeric', true, ['a1'], ['a-1']],
  ['alphaNumericDash', true, ['a-1_B'], ['a 1', 'a\n']],
  ['ascii', true, ['abc~'], ['é']],
  ['base64', true, ['YWJj', 'YQ=='], ['a', '#']],
  ['base64', { urlSafe: true }, ['-_-_'], ['+/+/']],
  ['creditCard', true, ['4111111111111111'], ['4111111111111112']],
  ['currency', true, ['$10.50', '10'], ['10.5.0']],
  ['dataURI', true, ['data:text/plain;base64,YQ=='], ['text/plain']],
  ['decimal', true, ['1.5', '-1'], ['1,5', 'a']],
  ['decimal', { decimal_digits: '2', force_decimal: true }, ['1.50'], ['1.5']],
  ['email', true, ['a@example.com'], ['a@', 'a', '@example.com']],
  ['email', { host_blacklist: ['example.com'] }, ['a@example.org'], ['a@example.com']],
  ['fqdn', true, ['example.com'], ['localhost', 'a b.com']],
  ['fqdn', { require_tld: false }, ['localhost'], ['a b']],
  ['fullWidth', true, ['ａｂ'], ['ab']],
  ['halfWidth', true, ['ab'], ['ａｂ']],
  ['hex', true, ['ff00'], ['fg']],
  ['hexColor', true, ['#ff0000', '#f00'], ['#ff']],
  ['image', true, ['a.png', 'b.JPEG'], ['a.txt', 'png']],
  ['ip', true, ['1.2.3.4', '::1'], ['1.2.3']],
  ['ip4', true, ['1.2.3.4'], ['::1']],
  ['ip6', true, ['::1'], ['1.2.3.4']],
  ['isbn', true, ['9783161484100'], ['9783161484101']],
  ['isin', true, ['US0378331005'], ['US0378331006']],
  ['issn', true, ['0378-5955'], ['0378-5956']],
  ['iso8601', true, ['2024-02-29', '2024-02-29T10:00:00Z'], ['2023-02-29', 'x']],
  ['iso8601', { strict: false }, ['2023-02-29'], ['x']],
  ['lowercase', true, ['abc'], ['aBc']],
  ['macAddress', true, ['01:02:03:04:05:ab'], ['01:02']],
  ['md5', true, ['d41d8cd98f00b204e9800998ecf8427e'], ['d41d']],
  ['mobile', true, ['+4915123456789', '13800138000'], ['12']],
  ['mobile', 'zh-CN', ['13800138000'], ['+4915123456789']],
  ['mongoId', true, ['507f1f77bcf86cd799439011'], ['507f']],
  ['multibyte', true, ['あ'], ['a']],
  ['numeric', true, ['12', '-1.5'], ['1a']],
  ['numeric', { no_symbols: true }, ['12'], ['-1.5']],
  ['uppercase', true, ['ABC'], ['aBc']],
  ['url', true, ['https://example.com/a?b=c'], ['http://', 'a b', 'javascript:alert(1)']],
  ['url', { protocols: ['https'], require_protocol: true }, ['https://example.com'], ['http://example.com']],
  ['uuid', true, ['9b2e1f04-7a3c-4d5e-8f60-123456789abc', '018f4e5a-7c3b-7d2e-9f10-123456789abc'], ['9b2e1f04']],
  ['uuid', 4, ['9b2e1f04-7a3c-4d5e-8f60-123456789abc'], ['018f4e5a-7c3b-7d2e-9f10-123456789abc']],
  ['variableWidth', true, ['aあ'], ['a', 'あ']],
  ['field', true, ['id', 'id, title', '*'], ['id;drop', 'id,', '1a']],
  ['order', true, ['-created_at,title', 'id DESC, name asc', '+id'], ['id;drop', '-', 'id up', '-id desc']],
];

describe('formats', () => {
  for (const [rule, argument, pass, fail] of table) {
    const rules = { [rule]: argument };
    it(`${JSON.stringify(rules)}`, () => {
      for (const value of pass) {
        expect(runField(rules, value), value).to.deep.equal({ value });
        expect(runField(rules, value, 'text'), value).to.deep.equal({ value });
        expect(runField({ array: true, children: rules }, [value]), value).to.deep.equal({ value: [value] });
      }
      for (const value of fail) {
        expect(runField(rules, value), value).to.deep.equal({ rule });
        expect(runField({ object: true, children: { y: rules } }, { y: value }), value).to.deep.equal({ rule });
      }
      expect(runField(rules, 5)).to.deep.equal({ rule });
      for (const blank of ['', null, undefined]) expect(runField(rules, blank)).to.equal('left out');
      expect(runField({ string: true, ...rules }, '')).to.deep.equal({ value: '' });
      expect(runField({ ...rules, nullable: true }, null)).to.deep.equal({ value: null });
    });
  }

  it('are all in the table', () => {
    expect(new Set(table.map(([rule]) => rule))).to.deep.equal(new Set(Object.keys(formatRules)));
  });

  it('never throw, whatever the text is', () => {
    const units = fc.array(
      fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(...[...'@.:/-0a% ='].map((c) => c.charCodeAt(0)))),
    );
    const tests = [
      ...Object.values(formatRules).map(({ test }) => test?.(true as never)),
      ...Object.values(jsonFormats),
    ] as ((value: string) => unknown)[];
    fc.assert(
      fc.property(
        units,
        fc.constantFrom('', 'http://', 'data:', 'a@'),
        fc.constantFrom('', '@example.com', '.png'),
        (codes, head, tail) => {
          const text = head + String.fromCharCode(...codes) + tail;
          for (const test of tests) expect(test(text)).to.be.a('boolean');
        },
      ),
      { numRuns: 300 },
    );
  });

  it('take an upload as an image', () => {
    const rules = { file: true, image: true };
    const png = { originalname: 'a.png', mimetype: 'image/png', size: 1 };
    expect(runField(rules, png)).to.deep.equal({ value: png });
    expect(runField(rules, { name: 'a.gif', size: 1 })).to.deep.equal({ value: { name: 'a.gif', size: 1 } });
    expect(runField(rules, { ...png, mimetype: 'text/html' })).to.deep.equal({ rule: 'image' });
    expect(runField(rules, { ...png, mimetype: { toString: null } })).to.deep.equal({ rule: 'image' });
    expect(runField(rules, { name: { toString: null }, size: 1 })).to.deep.equal({ rule: 'file' });
    expect(runField(rules, { ...png, originalname: 'a.html' })).to.deep.equal({ rule: 'image' });
  });

  it('answer in time on a long text, whatever it is', () => {
    const texts = ['a', '1', '.', '-', '@', ' ', 'a.', 'a@', '=', ':', '0-', 'あ', '1,', '%20', '//', 'a:'].map(
      (part) => part.repeat(100_000 / part.length),
    );
    for (const rule of Object.keys(formatRules)) {
      for (const text of [
        ...texts,
        ...texts.map((each) => `http://${each}!`),
        ...texts.map((each) => `data:${each}!`),
      ]) {
        const start = performance.now();
        runField({ [rule]: true }, text);
        expect(performance.now() - start, `${rule} ${text.slice(0, 12)}`).to.be.below(2000);
      }
    }
  }).timeout(60_000);

  it('refuse arguments that they cannot use', () => {
    const wrong: [rules: object, problem: RegExp][] = [
      [{ email: 'yes' }, /email takes true, or an object of options/],
      [{ decimal: { locale: 'xx-YY' } }, /decimal has options that cannot be used: Invalid locale/],
      [{ alpha: 1 }, /alpha takes true or false/],
      [{ mobile: 'xx-YY' }, /mobile takes true \(any locale\) or a locale/],
      [{ uuid: 9 }, /uuid takes true \(every version\) or a version from 1 to 8/],
      [{ image: 'png' }, /image takes true or false/],
    ];
    for (const [rules, problem] of wrong) {
      const error = fieldErrorOf(rules);
      expect(error.code, String(problem)).to.equal('E_LOGIC_ARGUMENT');
      expect(error.message).to.match(problem);
    }
  });
});
