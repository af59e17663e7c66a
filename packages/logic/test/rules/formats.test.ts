import { expect } from 'chai';
import fc from 'fast-check';
import { formatRules } from '../../src/rules/formats.ts';
import { jsonFormats } from '../../src/rules/json-formats.ts';
import { fieldErrorOf, run, runField } from '../run-field.ts';
import { formatRows } from './rows/formats.ts';
import { webFormatRows } from './rows/web-formats.ts';
import { describeRows, passes } from './rule-table.ts';

describe('formats', () => {
  describeRows('rows', [...formatRows, ...webFormatRows]);

  it('never throw', () => {
    const units = fc.array(
      fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(...[...'@.:/-0a% ='].map((c) => c.charCodeAt(0)))),
    );
    fc.assert(
      fc.property(
        units,
        fc.constantFrom('', 'http://', 'data:', 'a@'),
        fc.constantFrom('', '@example.com', '.png'),
        (codes, head, tail) => {
          const text = head + String.fromCharCode(...codes) + tail;
          for (const rule of Object.keys(formatRules)) expect(passes(rule, true, text)).to.be.a('boolean');
          for (const format of Object.keys(jsonFormats)) expect(passes('format', format, text)).to.be.a('boolean');
        },
      ),
      { numRuns: 100 },
    );
  });

  it('check an upload as an image', () => {
    const png = { originalname: 'a.png', mimetype: 'image/png', size: 1 };
    const rows: [upload: unknown, passes: boolean][] = [
      [png, true],
      [{ name: 'a.gif', size: 1 }, true],
      [{ filename: 'a.JPG', type: 'image/jpeg', size: 0 }, true],
      [{ ...png, mimetype: 'text/html' }, false],
      [{ ...png, mimetype: { toString: null } }, false],
      [{ ...png, originalname: 'a.html' }, false],
      [{ ...png, originalname: '' }, false],
    ];
    for (const rules of [
      { file: true, image: true },
      { image: true, file: true },
    ]) {
      const logic = { postAction: { files: { x: rules } } };
      for (const [x, passes] of rows) {
        const validate = () => run(logic, 'postAction', { files: { x } }).files;
        if (passes) expect(validate()).to.deep.equal({ x });
        else expect(validate, JSON.stringify(x)).to.throw('must be an image file');
      }
      expect(() => run(logic, 'postAction', { files: { x: 'a.png' } })).to.throw('must be an uploaded file');
    }
  });

  it('are fast on long strings', () => {
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
        passes(rule, true, text);
        expect(performance.now() - start, `${rule} ${text.slice(0, 12)}`).to.be.below(2000);
      }
    }
  }).timeout(60_000);

  it('refuse invalid arguments', () => {
    const wrong: [rules: object, problem: RegExp][] = [
      [{ email: 'yes' }, /email takes true, or an object of options/],
      [{ email: new Map() }, /email takes true, or an object of options/],
      [{ alphaDash: 1 }, /alphaDash takes true or false/],
      [{ mobile: 'xx-YY' }, /mobile takes true \(any locale\) or a locale/],
      [{ mobile: 'de-DF' }, /mobile takes true .*; did you mean "de-DE"\?/],
      [{ mobile: 'toString' }, /mobile takes true/],
      [{ uuid: 0 }, /uuid takes true \(every version\) or a version from 1 to 8/],
      [{ uuid: '4' }, /uuid takes true/],
    ];
    for (const [rules, problem] of wrong) {
      const error = fieldErrorOf(rules);
      expect(error.code, String(problem)).to.equal('E_LOGIC_ARGUMENT');
      expect(error.message).to.match(problem);
    }
  });

  it('keep no state between values', () => {
    const rules = { array: true, children: { url: { host_blacklist: [/a/i], protocols: ['https'] } } };
    const texts = ['https://b.com', 'https://b.com', 'https://b.com'];
    expect(runField(rules, texts)).to.deep.equal({ value: texts });
    expect(runField({ array: true, children: { alpha: { ignore: /\d/g } } }, ['a1', 'a1'])).to.deep.equal({
      value: ['a1', 'a1'],
    });
  });
});
