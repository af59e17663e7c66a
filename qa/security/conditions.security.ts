import { defineLogic } from '@rest-gen/logic';
import { Controller } from '@rest-gen/router';
import { expect } from 'chai';
import { memoryModels } from '../../packages/router/test/memory-models.ts';
import { type Attack, describeAttacks } from './attack.ts';
import { type Answer, request } from './bytes.ts';

/** Tokens of somebody else, looked for with whatever the request says: the code that people write, with a logic that says too little, or with none. */
const models = memoryModels({
  post: { id: 'integer', title: 'string', secret: 'string?' },
  reset: { id: 'integer', token: 'string', owner: 'string' },
});
const OWNER = 'somebody else';

before(async () => {
  await models.repository('post').insert({ title: 'a' });
  await models.repository('reset').insert({ token: 'of the server', owner: OWNER });
  await models.repository('reset').insert({ token: 'of the server, too', owner: OWNER });
});

const logic = defineLogic({
  postAction: { body: { token: { required: true } } },
  putAction: { body: { token: { required: true, object: true } } },
  patchAction: { body: { token: { object: true, children: { id: { string: true }, inside: {} } } } },
  queryAction: { body: { tokens: { array: true, required: true } } },
  getAction: {},
});

class Undeclared extends Controller {
  async postAction() {
    return this.model('reset')
      .where({ token: this.post('token') })
      .select();
  }
  async getAction() {
    return this.model('reset')
      .where({ token: this.get('token') })
      .select();
  }
  async putAction() {
    return this.model('reset')
      .where({ token: { in: this.post('token').in } })
      .select();
  }
  async patchAction() {
    return this.model('reset')
      .where({ token: this.post('token').inside })
      .select();
  }
}

class Whole extends Controller {
  async postAction() {
    return this.model('reset').where({ token: this.post() }).select();
  }
}

class Declared extends Undeclared {
  async queryAction() {
    return this.model('reset')
      .where({ token: this.post('tokens') })
      .select();
  }
}

function told([answer]: readonly Answer[]): void {
  expect(models.rows('reset')).to.have.length(2);
  expect(answer?.body).not.to.include(OWNER);
}

const ROWS: readonly (readonly [string, string, string, unknown, number])[] = [
  ['ne in an object that no logic declares', 'POST', '/undeclared', { token: { ne: '' } }, 422],
  ['gte in an object that no logic declares', 'POST', '/undeclared', { token: { gte: '' } }, 422],
  ['null in an object that no logic declares', 'POST', '/undeclared', { token: { null: false } }, 422],
  ['a list that no logic declares', 'POST', '/undeclared', { token: ['a', 'of the server'] }, 422],
  [
    'a list inside of an object that no logic declares',
    'PUT',
    '/undeclared/1',
    { token: { in: ['of the server'] } },
    422,
  ],
  [
    'an object deep inside of one that no logic declares',
    'PATCH',
    '/undeclared/1',
    { token: { inside: { ne: '' } } },
    422,
  ],
  ['a whole body that no logic declares', 'POST', '/whole', { ne: '' }, 422],
  [
    'a parameter that is given twice, and declared by no logic',
    'GET',
    '/undeclared?token=a&token=of+the+server',
    '',
    400,
  ],
  ['a parameter in brackets, declared by no logic', 'GET', '/undeclared?token[ne]=', '', 500],
  ['ne in a field without a type', 'POST', '/declared', { token: { ne: '' } }, 422],
  ['a list in a field without a type', 'POST', '/declared', { token: ['of the server'] }, 422],
  ['a list in an object without fields', 'PUT', '/declared/1', { token: { in: ['of the server'] } }, 422],
  ['ne inside of an object that is declared', 'PATCH', '/declared/1', { token: { inside: { ne: '' } } }, 422],
  ['a list in a list that is declared', 'QUERY', '/declared', { tokens: [['of the server']] }, 400],
];

const attacks: Attack[] = ROWS.map(([name, method, path, json, answer]) => ({
  name,
  send: json === '' ? request(method, path) : request(method, path, { json }),
  answer,
  check: told,
}));

describeAttacks(
  'a condition that a client has written',
  [
    ...attacks,
    {
      name: 'a text is compared, whatever it looks like',
      send: request('POST', '/undeclared', { json: { token: '{"ne":""}' } }),
      answer: 200,
      check: ([answer]) => expect(answer?.json()).to.deep.equal([]),
    },
    {
      name: 'a list that is declared is a list',
      send: request('QUERY', '/declared', { json: { tokens: ['a', 'of the server'] } }),
      answer: 200,
      check: ([answer]) => expect(answer?.json()).to.have.length(1),
    },
  ],
  {
    model: models,
    controllers: { undeclared: Undeclared, declared: Declared, whole: Whole },
    logics: { declared: logic },
    rules: [
      ['/whole', 'rest'],
      ['/undeclared/:id?', 'rest'],
      ['/declared/:id?', 'rest'],
    ],
  },
);
