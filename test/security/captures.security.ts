import { expect } from 'chai';
import { describeAttacks } from './attack.ts';
import { request } from './bytes.ts';

describeAttacks('captures', [
  { name: 'the base class by name', send: request('GET', '/any/rest'), answer: 404 },
  { name: '__proto__ as a controller', send: request('GET', '/any/__proto__'), answer: 404 },
  {
    name: 'a replacement pattern in a capture',
    send: request('GET', '/plain/$&'),
    answer: 200,
    check: ([answer]) => expect(answer?.json()).to.deep.include({ id: '$&' }),
  },
]);
