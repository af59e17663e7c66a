import { defineLogic, validate } from '@rest-gen/logic';

const logic = defineLogic({
  postAction: {
    body: {
      state: { in: ['draft', 'live'] },
      author: {
        object: true,
        children: {
          email: { email: true },
          name: { string: true, requiredIf: ['../state', 'live'] }, // up: beside `author`
        },
      },
      contact: { email: true, equals: 'author/email' }, // down
      notes: {
        array: true,
        children: {
          object: true,
          children: {
            text: { string: true, requiredIf: ['/state', 'live'] }, // from the top of the section
            by: { string: true, requiredWith: ['text'] }, // beside it, in the same item
          },
        },
      },
    },
  },
});

const body = {
  state: 'live',
  author: { email: 'a@example.com' },
  contact: 'b@example.com',
  notes: [{ text: 'Hi' }, {}],
};
const error = await validate(logic, 'postAction', { body }).catch((reason) => reason);
for (const { pointer, rule } of error.errors) console.log(pointer, rule);
// → /author/name requiredIf
// → /contact equals
// → /notes/0/by requiredWith
// → /notes/1/text requiredIf
