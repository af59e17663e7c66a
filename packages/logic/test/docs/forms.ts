import { defineLogic, validate } from '@rest-gen/logic';
import { z } from 'zod';

const logic = defineLogic({
  // 1. Fields: the body is an object with these.
  postAction: { body: { title: { string: true, required: true } } },

  // 2. The rules of the whole body: one of the types is `true`, which no field can be.
  putAction: { body: { array: true, required: true, children: { int: true } } },

  // 3. A JSON Schema (2020-12).
  patchAction: { body: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] } },

  // 4. A Standard Schema: zod 4, Valibot 1, ArkType 2, …
  mergeAction: { body: z.object({ title: z.string() }) },

  // 5. A function, called for each request.
  importAction: { body: ({ query }) => ({ title: { string: true, required: query?.strict === '1' } }) },
});

const title = { title: 'Hello' };
console.log((await validate(logic, 'postAction', { body: title })).body); // → { title: 'Hello' }
console.log((await validate(logic, 'putAction', { body: [1, 2] })).body); // → [ 1, 2 ]
console.log((await validate(logic, 'patchAction', { body: title })).body); // → { title: 'Hello' }
console.log((await validate(logic, 'mergeAction', { body: title })).body); // → { title: 'Hello' }
console.log((await validate(logic, 'importAction', { body: {}, query: {} })).body); // → {}
