import { defineLogic, type Input, partial, validate } from '@rest-gen/logic';

const fields = {
  title: { required: true, string: true },
  views: { int: true, default: 0 },
  author: { object: true, children: { name: { required: true, string: true }, url: { url: true } } },
} as const;

const logic = defineLogic({ postAction: { body: fields }, patchAction: { body: partial(fields) } });

type Patch = Input<typeof logic, 'patchAction'>['body'];
const patch: Patch = { views: null, author: { url: null } };

console.log((await validate(logic, 'patchAction', { body: patch })).body); // → { views: null, author: { url: null } }
console.log((await validate(logic, 'patchAction', { body: {} })).body); // → {}

const removed = validate(logic, 'patchAction', { body: { title: null } });
console.log(await removed.catch((error) => error.message)); // → body/title: title is required
