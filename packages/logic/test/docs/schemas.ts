import { defineLogic, validate } from '@rest-gen/logic';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';

const logic = defineLogic({
  getAction: { query: { type: 'object', properties: { page: { type: 'integer', default: 1 } } } },
  postAction: { body: z.object({ title: z.string().min(1), views: z.coerce.number() }) },
  putAction: { body: v.object({ title: v.string() }) },
  mergeAction: { body: type({ title: 'string > 0' }) },
  patchAction: {
    body: {
      // In place of the rules of one field.
      url: z.url(),
      meta: { type: 'object', additionalProperties: { type: 'string' } },
      tags: { array: true, children: z.string().max(3) },
    },
  },
});

console.log((await validate(logic, 'getAction', { query: { page: '2' } })).query); // → { page: 2 }
console.log((await validate(logic, 'getAction', {})).query); // → { page: 1 }
console.log((await validate(logic, 'postAction', { body: { title: 'Hello', views: '3' } })).body);
// → { title: 'Hello', views: 3 }
console.log((await validate(logic, 'putAction', { body: { title: 'Hello', stray: 1 } })).body); // → { title: 'Hello' }
console.log((await validate(logic, 'mergeAction', { body: { title: 'Hello' } })).body); // → { title: 'Hello' }

const body = { url: 'nowhere', meta: { a: 1 }, tags: ['a', 'long'] };
const { errors } = await validate(logic, 'patchAction', { body }).catch((error) => error);
for (const { pointer, rule, message } of errors) console.log(pointer, rule, message);
// → /url schema Invalid URL
// → /meta/a type meta.a must be of type string
// → /tags/1 schema Too big: expected string to have <=3 characters
