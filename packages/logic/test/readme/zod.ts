import { defineLogic, type Input, toJSONSchema, validate } from '@rest-gen/logic';
import { z } from 'zod';

const logic = defineLogic({
  postAction: {
    query: { draft: { boolean: true } }, // rules
    body: z.object({ title: z.string().min(1), views: z.number().default(0) }), // a schema of zod
  },
});

export type Post = Input<typeof logic, 'postAction'>['body']; // { title: string; views: number }

const { query, body } = await validate(logic, 'postAction', { query: { draft: 'yes' }, body: { title: 'Hello' } });
console.log(query, body); // → { draft: true } { title: 'Hello', views: 0 }

console.log(toJSONSchema(logic, 'postAction', 'body')?.required); // → [ 'title' ]
