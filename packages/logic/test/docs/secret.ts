import { defineLogic, validate } from '@rest-gen/logic';

const logic = defineLogic({
  postAction: {
    body: {
      pin: { secret: true, in: ['1234', '4321'] },
      reason: { string: true, requiredIf: ['pin', '4321'] },
    },
  },
});

const wrong = await validate(logic, 'postAction', { body: { pin: '1111' } }).catch((error) => error);
console.log(wrong.errors); // → [ { in: 'body', pointer: '/pin', rule: 'in', message: 'pin is not valid' } ]

const missing = await validate(logic, 'postAction', { body: { pin: '4321' } }).catch((error) => error);
console.log(missing.errors[0].message, missing.errors[0].expected); // → reason is required here undefined
