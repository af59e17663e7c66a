import { expect } from 'chai';
import { jsonTestSuite } from '../../packages/router/test/dispatch/bodies.ts';
import { type Attack, describeAttacks } from './attack.ts';
import type { Answer } from './bytes.ts';
import { jsonText } from './rows.ts';

const SUITE = jsonTestSuite();
const PARTS = ['array', 'number', 'object', 'string', 'structure'] as const;

/** Nothing at all: a request without a body. */
const NO_BODY = 'n_structure_no_data';
/** The default limit of a body. */
const LIMIT = 102_400;

const suite: Attack[] = PARTS.flatMap((part) => [
  of(`all of n_${part} is refused`, 'n', part, [400], ({ status, body }, bytes) => {
    // What is too large is not read.
    expect(status, body).to.equal(bytes.length > LIMIT ? 413 : 400);
    if (status === 400) expect(body).to.match(/"code":"E_BAD_JSON"/);
  }),
  of(`all of y_${part} is accepted, and means what JSON.parse says`, 'y', part, [201], ({ status, body }, bytes) => {
    // The answer is JSON again, which has no minus zero.
    const value: unknown = JSON.parse(JSON.stringify(JSON.parse(bytes.toString())));
    expect(status, body).to.equal(201);
    expect(JSON.parse(body)).to.deep.equal({ params: {}, id: null, body: value });
  }),
  of(`nothing of i_${part} is a failure`, 'i', part, [201, 400, 413, 422], ({ status, body }) => {
    expect(status, body).to.be.oneOf([201, 400, 413, 422]);
  }),
]).filter(({ name }) => !name.includes('i_array'));

describeAttacks('JSONTestSuite', suite);

// --- internal ---

function of(
  name: string,
  prefix: 'n' | 'y' | 'i',
  part: (typeof PARTS)[number],
  answer: readonly number[],
  judge: (answer: Answer, bytes: Buffer) => void,
): Attack {
  const files = SUITE.filter(([file]) => file.startsWith(`${prefix}_${part}`) && file !== NO_BODY);
  return {
    name,
    async send({ send }) {
      const answers: Answer[] = [];
      for (const [, bytes] of files) answers.push((await send(jsonText('POST', '/plain', bytes)))[0] as Answer);
      return answers;
    },
    answer,
    check(answers) {
      expect(answers.length).to.be.greaterThan(0);
      for (const [index, one] of answers.entries()) judge(one, files[index]?.[1] as Buffer);
    },
  };
}
