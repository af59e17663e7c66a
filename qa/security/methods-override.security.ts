import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import type { RequestText } from './bytes.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=b' };
const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nDELETE\r\n--b--\r\n`;

/** What frameworks, gateways and browsers' forms name another method with: a query, or the rest of a request. */
const CARRIERS: readonly (readonly [name: string, text: RequestText, query?: string])[] = [
  ...[
    ...[
      'X-HTTP-Method-Override',
      'X-HTTP-Method',
      'X-Method-Override',
      'X-Method',
      'X-Original-Method',
      'X-Real-Method',
    ],
    ...['X-Rewrite-Method', 'X-Forwarded-Method', 'X-Request-Method', 'X-HTTP-Methods-Override', 'Method', '_method'],
    ...['REQUEST_METHOD', 'HTTP_X_HTTP_METHOD_OVERRIDE', 'X-XHR-Method', 'X-TUNNELED-METHOD'],
  ].map((name): [string, RequestText] => [`the header field ${name}`, { fields: { [name]: 'DELETE' } }]),
  ['a header field in small letters', { fields: { 'x-http-method-override': 'delete' } }],
  ['a header field with a list', { fields: { 'X-HTTP-Method-Override': 'GET, DELETE' } }],
  ['a header field with the name of a hook', { fields: { 'X-HTTP-Method-Override': '__before' } }],
  ['a header field with a name of the prototype', { fields: { 'X-HTTP-Method-Override': '__proto__' } }],
  [
    'a header field with an action',
    { fields: { 'X-HTTP-Method-Override': 'deleteAction', 'X-Action': 'deleteAction' } },
  ],
  ['a cookie', { fields: { Cookie: '_method=DELETE; method=DELETE' } }],
  ...[
    ...['_method=DELETE', 'method=DELETE', '_METHOD=delete', '$method=DELETE', 'httpMethod=DELETE', '_method[]=DELETE'],
    ...[
      'X-HTTP-Method-Override=DELETE',
      'x-method-override=DELETE',
      '_httpmethod=DELETE',
      '__method=DELETE',
      'action=delete',
    ],
  ].map((query): [string, RequestText, string] => [`the query ${query}`, {}, `?${query}`]),
  ...['_method', 'method', 'X-HTTP-Method-Override', '_METHOD'].flatMap((name): [string, RequestText][] => [
    [`the field ${name} of a form`, { body: `${name}=DELETE`, fields: FORM }],
    [`the field ${name} of JSON`, { json: { [name]: 'DELETE' } }],
    [`the field ${name} of a form with parts`, { body: part(name), fields: MULTIPART }],
  ]),
];

/** What each method does to a record whatever a carrier says: the statuses that are right, and whether it is gone. */
const METHODS: readonly (readonly [method: string, answers: readonly number[], isGone: boolean])[] = [
  ['GET', [200], false],
  ['HEAD', [200], false],
  ['OPTIONS', [204], false],
  ['POST', [405], false],
  // With a body that is none of a record.
  ['PATCH', [200, 415, 422], false],
  ['PUT', [415, 422], false],
  ['DELETE', [204], true],
];

const OF_RECORD: ReadonlySet<string> = new Set(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']);

/** A carrier changes nothing: each method does what it does without it, to a record that is made for it. */
function ignored([name, text, query = '']: (typeof CARRIERS)[number]): Attack {
  return {
    name,
    send: async ({ ask, models }) => {
      const answers = [];
      for (const [method, right, isGone] of METHODS) {
        const id = (await models.repository('post').insert({ title: 'own', views: 7 })) as number;
        const answer = await ask(method, `/post/${id}${query}`, text);
        const left = models.rows('post').splice(1);
        // A request about a record takes the parameters alone that are declared.
        const isRefused = query !== '' && OF_RECORD.has(method);
        const statuses = isRefused ? [400, ...right.filter((status) => status > 400)] : right;
        expect(answer.status, `${method}: ${answer.body}`).to.be.oneOf(statuses);
        expect(
          left.map(({ title, views }) => [title, views]),
          method,
        ).to.deep.equal(isGone && !isRefused ? [] : [['own', 7]]);
        answers.push(answer);
      }
      return answers;
    },
    answer: query === '' ? 200 : 400,
  };
}

/** A collection, whose POST adds. */
const ADDED: readonly Attack[] = CARRIERS.filter(([, { body, json }]) => body === undefined && json === undefined).map(
  ([name, { fields = {} }, query = '']) => ({
    name: `${name}, of a POST that adds`,
    send: async ({ ask, models }) => {
      const answer = await ask('POST', `/post${query}`, { json: { title: 'added' }, fields });
      const added = models.rows('post').splice(1);
      expect(added.map(({ title }) => title)).to.deep.equal(query === '' ? ['added'] : []);
      return answer;
    },
    answer: query === '' ? 201 : 400,
  }),
);

describeAttacks('method override', [...CARRIERS.map(ignored), ...ADDED]);
