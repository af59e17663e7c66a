import { defineLogic } from '@rest-gen/logic';
import { expect } from 'chai';
import Rest from '../../test/fixture/rest.ts';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, request } from './bytes.ts';
import type { Target } from './target.ts';

/** A list that is narrowed by a field whose type nobody has declared: only who knows the token may see anything. */
const locked = defineLogic({
  getAction: { query: { name: { required: true } } },
  queryAction: { body: { name: { required: true }, sort: {}, pageSize: {} } },
});
class Locked extends Rest<typeof locked> {}

const GUESSES: readonly (readonly [what: string, name: unknown])[] = [
  ['our operator', { ne: 'x' }],
  ['our operators', { gte: '', lte: '~' }],
  ['an operator of a driver', { $ne: 'x' }],
  ['an expression', { $regex: '.*' }],
  ['being there', { null: false }],
  ['nothing', {}],
  ['a list with null', [null]],
  ['a list with an operator', [{ ne: 'x' }]],
  ['a list of lists', [['well said']]],
];

/** A Node that does not know QUERY answers 400 itself. */
const guesses: Attack[] = GUESSES.map(([what, name]) => ({
  name: `a field without a type in a QUERY, asked for ${what}`,
  send: ask('QUERY', '/locked', { json: { name } }),
  answer: 400,
  check: toldNothing,
}));

describeAttacks(
  'operators in the body of a QUERY',
  [
    ...guesses,
    ...['sort', 'pageSize'].map(
      (name): Attack => ({
        name: `an operator for ${name}, which the logic declares without a type`,
        send: request('QUERY', '/locked', { json: { name: 'x', [name]: { $gt: 0 } } }),
        answer: 400,
      }),
    ),
    {
      name: 'brackets in a form',
      send: ask('QUERY', '/locked', {
        body: 'name[ne]=x&name=x',
        fields: { 'Content-Type': 'application/x-www-form-urlencoded' },
      }),
      answer: [400, 422],
      check: toldNothing,
    },
    {
      name: 'brackets in an address',
      send: ask('GET', '/locked?name=x&name[ne]=x'),
      answer: [200, 400],
      check: toldNothing,
    },
  ],
  { controllers: { 'v1/user': Locked }, logics: { 'v1/user': locked }, rules: [['/locked/:id?', '/v1/user', 'rest']] },
);

// --- internal ---

/** There is something to be told. */
function ask(...given: Parameters<typeof request>): Attack['send'] {
  return async ({ models, send }) => {
    if (models.rows('user').length === 0) await models.repository('user').insert({ name: 'of the server' });
    return send(request(...given));
  };
}

function toldNothing([answer]: readonly Answer[], { models }: Target): void {
  expect(models.rows('user')).to.have.length(1);
  expect(answer?.body).not.to.include('of the server');
}
