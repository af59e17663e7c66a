import { addLogicKeywords, defineLogic, toJSONSchema } from '@rest-gen/logic';
import { Ajv2020 } from 'ajv/dist/2020.js';

const logic = defineLogic({
  postAction: { body: { views: { int: { min: 0 }, required: true }, mail: { email: true } } },
});

const exact = toJSONSchema(logic, 'postAction', 'body') ?? {};
console.log(exact.required, exact.additionalProperties); // → [ 'views' ] false

const { views, mail } = exact.properties as Record<string, unknown>;
console.log(views); // → { type: 'integer', minimum: 0, maximum: 9007199254740991 }
console.log(mail); // → { anyOf: [ { type: 'string', 'x-email': true }, { enum: [ null, '' ] } ] }

const { properties } = toJSONSchema(logic, 'postAction', 'body', { blank: false }) ?? {};
console.log((properties as typeof exact).mail); // → { type: 'string', format: 'email', 'x-email': true }

// With these keywords, Ajv validates as the logic does.
const ajv = new Ajv2020({ strict: false });
addLogicKeywords(ajv);
console.log(ajv.validate(exact, { views: 1, mail: '' }), ajv.validate(exact, { views: 1, mail: 'x' })); // → true false

console.log(toJSONSchema(logic, 'postAction', 'query')); // → undefined
