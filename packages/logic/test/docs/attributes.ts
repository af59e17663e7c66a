import { defineLogic, type Input, partial, validate } from '@rest-gen/logic';

const fields = {
  title: { string: true, required: true },
  project_id: { int: true, required: true, createOnly: true },
  created_at: { date: true, readOnly: true },
} as const;

const logic = defineLogic({
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});

const created: Input<typeof logic, 'postAction'>['body'] = { title: 'Hello', project_id: 1 };
console.log((await validate(logic, 'postAction', { body: created })).body); // → { title: 'Hello', project_id: 1 }

const replaced: Input<typeof logic, 'putAction'>['body'] = { title: 'Hello' };
console.log((await validate(logic, 'putAction', { body: replaced })).body); // → { title: 'Hello' }

const body = { project_id: 2, created_at: '2026-01-01' };
const error = await validate(logic, 'patchAction', { body }).catch((reason) => reason);
for (const { pointer, rule, message } of error.errors) console.log(pointer, rule, message);
// → /project_id createOnly project_id cannot be changed
// → /created_at readOnly created_at cannot be set
