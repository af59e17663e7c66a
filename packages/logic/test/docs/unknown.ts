import { defineLogic, validate } from '@rest-gen/logic';

const fields = { title: { string: true } } as const;

const logic = defineLogic({
  unknown: 'strip', // for every action of this logic; the default is 'refuse'
  postAction: { body: fields },
  putAction: { body: fields, query: {}, unknown: { query: 'refuse' } }, // by section
  patchAction: { body: fields, unknown: 'refuse' }, // for the sections of this action
});

const body = { title: 'Hello', stray: 1 };
console.log((await validate(logic, 'postAction', { body })).body); // → { title: 'Hello' }

const put = validate(logic, 'putAction', { body, query: { stray: '1' } });
console.log(await put.catch((error) => error.message));
// → query/stray: "stray" is not a field here; no field is allowed

const patch = validate(logic, 'patchAction', { body });
console.log(await patch.catch((error) => error.message));
// → body/stray: "stray" is not a field here; the fields are title
