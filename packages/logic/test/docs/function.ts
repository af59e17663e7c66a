import { defineLogic, validate } from '@rest-gen/logic';

const card = { number: { creditCard: true, required: true } } as const;
const account = { iban: { alphaNumeric: true, required: true } } as const;

const logic = defineLogic({
  // One section.
  postAction: { body: ({ query }) => (query?.by === 'card' ? card : account) },
  // All sections of an action; it may be async.
  putAction: async ({ headers }) => ({ body: headers?.['x-card'] === undefined ? account : card }),
});

const paid = await validate(logic, 'postAction', { query: { by: 'card' }, body: { number: '4111111111111111' } });
console.log(paid.body); // → { number: '4111111111111111' }

const refused = validate(logic, 'putAction', { headers: { 'x-card': '1' }, body: { iban: 'x' } });
console.log(await refused.catch((error) => error.errors.length)); // → 2
