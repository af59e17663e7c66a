import { expect } from 'chai';
import { type Attack, describeAttacks } from './attack.ts';
import { type RequestText, request } from './bytes.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const GIVEN = { first: 'a', fixed: 'yes' };

/** Queries that name what the rule maps, as servers and parsers of queries read names. */
const QUERIES: readonly (readonly [name: string, query: string, status?: number])[] = [
  ['a query with the name of a capture', 'first=b'],
  ['a query with the name of a fixed parameter', 'fixed=no'],
  ['a query with the name of a capture that is absent', 'second=b'],
  ['a query with the parameter id', 'id=2'],
  ['a name twice', 'first=b&first=c', 400],
  ['a name a hundred times', new Array(100).fill('first=b').join('&'), 400],
  ['a name with empty brackets', 'first[]=b'],
  ['a name with an operator', 'first[eq]=b'],
  ['a name with encoded brackets', 'first%5Beq%5D=b'],
  ['a name inside of params', 'params[first]=b&params.first=b'],
  ['a name with an encoded letter', '%66irst=b'],
  ['a name in capitals', 'FIRST=b&Fixed=no'],
  ['a name with a space', '+first=b&first+=b'],
  ['a name with NUL', 'first%00=b&%00first=b'],
  ['a name without a value', 'first&fixed&second'],
  ['a name behind a semicolon', 'x=1;first=b;fixed=no'],
  ['a name through __proto__', '__proto__[first]=b&__proto__.fixed=no&__proto__=b'],
  ['a name through constructor.prototype', 'constructor[prototype][first]=b&constructor.prototype.fixed=no'],
  ['a second question mark', 'x?first=b&?fixed=no'],
  ['a query behind a fragment', 'x=1#?first=b&fixed=no'],
  ['names of the convention', 'controller=post&action=deleteAction&module=v1&_method=DELETE'],
  ['slots in place of names', ':1=b&:2=c&:first=d'],
];

/** Header fields by which proxies and frameworks say a path, a parameter or an identity. */
const FIELDS: readonly (readonly [name: string, fields: Readonly<Record<string, string>>])[] = [
  ['header fields with the names of parameters', { first: 'b', fixed: 'no', second: 'c', id: '2' }],
  ['header fields X-First and X-Id', { 'X-First': 'b', 'X-Fixed': 'no', 'X-Id': '2', 'X-Param-Id': '2' }],
  ['parameters as JSON in a header field', { params: '{"first":"b"}', 'X-Params': '{"fixed":"no"}' }],
  ['a header field __proto__', { __proto__first: 'b', ['__proto__']: 'first=b', constructor: 'first=b' }],
  ['cookies with the names of parameters', { Cookie: 'first=b; fixed=no; second=c; id=2' }],
  ['a cookie as JSON', { Cookie: 'params=j:{"first":"b","fixed":"no"}; first=s:b.x' }],
  ['X-Original-URL', { 'X-Original-URL': '/mapped/b/c?fixed=no', 'X-Original-URI': '/mapped/b/c' }],
  ['X-Rewrite-URL', { 'X-Rewrite-URL': '/mapped/b/c?fixed=no', 'X-Override-URL': '/mapped/b/c' }],
  [
    'X-Forwarded fields',
    { 'X-Forwarded-Uri': '/mapped/b/c', 'X-Forwarded-Path': '/mapped/b/c', 'X-Forwarded-Prefix': '/b' },
  ],
  [
    'Content-Location and Referer',
    { 'Content-Location': '/mapped/b/c', Referer: 'http://localhost/mapped/b/c?fixed=no' },
  ],
  ['a script name of CGI', { PATH_INFO: '/mapped/b/c', 'X-Script-Name': '/mapped/b', SCRIPT_NAME: '/mapped/b' }],
];

/** Bodies of a POST, and what they are answered with. */
const BODIES: readonly (readonly [name: string, text: RequestText, status?: number])[] = [
  ['JSON with the names of parameters', { json: { first: 'b', fixed: 'no', second: 'c', id: 2 } }],
  ['JSON with an object params', { json: { params: { first: 'b', fixed: 'no' }, id: 2, query: { first: 'b' } } }],
  ['JSON with lists and objects in place of text', { json: { first: ['b'], fixed: { eq: 'no' }, id: { ne: 1 } } }],
  ['a list in JSON', { json: [{ first: 'b', fixed: 'no', id: 2 }] }],
  [
    'JSON with __proto__',
    { body: '{"__proto__":{"first":"b","id":2}}', fields: { 'Content-Type': 'application/json' } },
    400,
  ],
  ['a form with the names of parameters', { body: 'first=b&fixed=no&second=c&id=2', fields: FORM }],
  ['a form with brackets', { body: 'params[first]=b&first[]=b&id[eq]=2', fields: FORM }],
  [
    'trailers behind a chunked body',
    {
      body: '2\r\n{}\r\n0\r\nfirst: b\r\nid: 2\r\n\r\n',
      fields: { 'Transfer-Encoding': 'chunked', Trailer: 'first, id', 'Content-Type': 'application/json' },
    },
  ],
];

type Echo = { params: unknown; id: unknown; query?: Record<string, unknown> };

/** The parameters are those of the path, in `params`, `id` and `get()`; a method that takes no id has none. */
function onlyFromPath(name: string, method: string, query: string, text: RequestText = {}, right?: number): Attack {
  const status = right ?? (method === 'POST' ? 201 : 200);
  return {
    name,
    send: async ({ ask }) => [await ask(method, `/mapped/a${query}`, text), await ask(method, `/plain${query}`, text)],
    answer: status,
    check: ([mapped, plain]) => {
      expect(plain?.status).to.equal(status);
      if (status >= 400) return;
      const given = mapped?.json() as Echo;
      expect(given.params).to.deep.equal(GIVEN);
      expect(given.query ?? GIVEN)
        .to.include(GIVEN)
        .and.not.have.property('second');
      const none = plain?.json() as Echo;
      expect(none.params).to.deep.equal({});
      expect(none.id).to.equal(null);
      expect(none.query ?? {}).not.to.have.property('id');
    },
  };
}

describeAttacks('parameter origin', [
  ...QUERIES.map(([name, query, status]) => onlyFromPath(name, 'GET', `?${query}`, {}, status)),
  ...QUERIES.slice(0, 4).map(([name, query]) => onlyFromPath(`${name}, of a POST`, 'POST', `?${query}`, { json: {} })),
  ...FIELDS.map(([name, fields]) => onlyFromPath(name, 'GET', '', { fields })),
  ...BODIES.map(([name, text, status]) => onlyFromPath(name, 'POST', '', text, status)),
  onlyFromPath('a GET with a body', 'GET', '', { json: { first: 'b', fixed: 'no', id: 2 } }),
  {
    name: 'an id in the query of a record',
    send: ({ ask }) => ask('GET', '/plain/1?id=2&id[]=3&params[id]=4'),
    answer: 200,
    check: ([answer]) =>
      expect(answer?.json())
        .to.deep.include({ params: { id: '1' }, id: '1' })
        .and.nested.include({ 'query.id': '1' }),
  },
  {
    name: 'the absolute form with another path as its query',
    send: request('GET', 'http://localhost/mapped/a?/mapped/b&first=b'),
    answer: 200,
    check: ([answer]) => expect(answer?.json()).to.deep.include({ params: GIVEN }),
  },
]);
