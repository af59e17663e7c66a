import { defineLogic, toJSONSchema } from '@rest-gen/logic';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

const post = v.object({ title: v.string() });

const logic = defineLogic({
  postAction: { body: post },
  putAction: { body: toStandardJsonSchema(post) }, // the same schema, which can tell what it is
});

console.log(toJSONSchema(logic, 'postAction', 'body')); // → undefined
console.log(toJSONSchema(logic, 'putAction', 'body')?.required); // → [ 'title' ]
