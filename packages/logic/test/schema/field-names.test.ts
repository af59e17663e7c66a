import { expect } from 'chai';
import { errorsOf, runBody } from '../run-field.ts';

const NAMES = [
  ...'constructor hasOwnProperty toString valueOf isPrototypeOf prototype __defineGetter__ __lookupSetter__ __proto'.split(
    ' ',
  ),
  ...'a/b ~ ~0 ~1 % %2F # a.b \' " \\ `$'.trim().split(' '),
  ...'$id $ref $schema $defs $anchor $data properties type items required definitions default x-fields x-each'.split(
    ' ',
  ),
  ...'0 length name data errors class é 💩'.split(' '),
  ...['', ' ', '\n', '\u2028', '`$' + '{1}`'],
];

describe('fields with special names', () => {
  for (const name of NAMES) {
    it(`are validated: ${JSON.stringify(name)}`, () => {
      const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const fields = { [name]: { int: true, required: true } };
      const nested = {
        o: { object: true, children: fields },
        list: { array: true, children: { object: true, children: fields } },
      };
      expect(runBody(fields, { [name]: 1 })).to.deep.equal({ [name]: 1 });
      expect(runBody(nested, { o: { [name]: 1 }, list: [{ [name]: 1 }] })).to.deep.equal({
        o: { [name]: 1 },
        list: [{ [name]: 1 }],
      });
      const failuresOfBody = (body: unknown) =>
        errorsOf(() => runBody(nested, body)).map((error) => `${error.pointer} ${error.rule}`);
      expect(failuresOfBody({ o: { [name]: 'x' }, list: [{ [name]: 'x' }] })).to.deep.equal([
        `/o${pointer} int`,
        `/list/0${pointer} int`,
      ]);
      expect(failuresOfBody({ o: {}, list: [{}] })).to.deep.equal([
        `/o${pointer} required`,
        `/list/0${pointer} required`,
      ]);
    });

    it(`are unknown if not declared: ${JSON.stringify(name)}`, () => {
      const [error] = errorsOf(() => runBody({ other: {} }, JSON.parse(JSON.stringify({ [name]: 1 }))));
      expect(error).to.include({ rule: 'unknown', pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` });
      expect(JSON.stringify(runBody({ [name]: {} }, {}))).to.equal('{}');
    });
  }
});
