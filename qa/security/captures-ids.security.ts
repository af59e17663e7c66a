import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';

/** Texts that some store, or some language, would take for the number 1, for several records, or for a condition. */
const IDS: readonly (readonly [name: string, id: string])[] = [
  ['a space before the number', ' 1'],
  ['a space behind the number', '1 '],
  ['a plus', '+1'],
  ['a leading zero', '01'],
  ['a fraction of zero', '1.0'],
  ['an exponent', '1e0'],
  ['hexadecimal', '0x1'],
  ['binary', '0b1'],
  ['a bigint of JavaScript', '1n'],
  ['a digit of full width', '１'],
  ['a digit of Arabic', '١'],
  ['a superscript', '¹'],
  ['text behind the number', '1a'],
  ['a list', '1,2'],
  ['a list in brackets', '[1]'],
  ['a range', '1-2'],
  ['a path', '1.json'],
  ['a parameter of the path', '1;a=b'],
  ['another parameter', '1&id=1'],
  ['a condition as an object', '{"ne":0}'],
  ['an operator object', '{"$gt":""}'],
  ['an operator of a list', '[gte]=0'],
  ['a condition of SQL', '1 OR 1=1'],
  ['a quote of SQL', "1' OR '1'='1"],
  ['a comment of SQL', '1--'],
  ['a second statement of SQL', '1;DELETE FROM post'],
  ['a wildcard', '%'],
  ['a star', '*'],
  ['minus one', '-1'],
  ['zero below zero', '-0'],
  ['2 to the power of 53 and one', '9007199254740993'],
  ['2 to the power of 64 and one, which 64 bits hold as 1', '18446744073709551617'],
  ['255 digits', '1'.repeat(255)],
  ['infinity', 'Infinity'],
  ['no number', 'NaN'],
  ['null', 'null'],
  ['undefined', 'undefined'],
  ['true', 'true'],
  ['first', 'first'],
  ['an object', '[object Object]'],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['toString', 'toString'],
  ['__before', '__before'],
  ['getAction', 'getAction'],
];
const CHANGES = ['DELETE', 'PATCH', 'PUT'] as const;

/** An id that is no record's: it is not found by any method, under the rule of the resource and the bulk rules, and no row changes. */
function unknownId([name, id]: readonly [name: string, id: string]): Attack {
  const raw = encodeURIComponent(id);
  return {
    name,
    send: async ({ ask, models }) => {
      const before = structuredClone([models.rows('post'), models.rows('comment')]);
      const answers = [
        await ask('GET', `/post/${raw}`),
        await ask('GET', `/text/${raw}/comments`),
        await ask('GET', `/any/post/${raw}`),
      ];
      for (const method of CHANGES) answers.push(await ask(method, `/post/${raw}`, { json: { title: 'changed' } }));
      expect([models.rows('post'), models.rows('comment')]).to.deep.equal(before);
      return answers;
    },
    answer: 404,
    check: (answers, { variant }) => {
      const [one, under, bulk, ...changes] = answers;
      for (const answer of [one, ...changes]) {
        expect(answer?.status).to.equal(404);
        expect(answer?.json()).to.include({ code: 'E_NOT_FOUND' });
      }
      // A list of a parent that cannot be one is empty, or not found.
      expect(under?.status).to.be.oneOf([200, 404]);
      if (under?.status === 200) expect(under.json()).to.deep.equal([]);
      expect(bulk?.status).to.equal(404);
      if (variant.capture === '[^/]+') expect(bulk?.json()).to.include({ code: 'E_NOT_FOUND' });
    },
  };
}

describeAttacks('captures as ids', IDS.map(unknownId), {
  rules: [[/\/text\/([^/]+)\/comments/, 'comment?postId=:1', 'rest']],
});
