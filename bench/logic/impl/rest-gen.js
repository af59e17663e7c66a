import { compileLogic, ValidationError } from '@rest-gen/logic';
import { readVersion } from '../version.js';

export const name = '@rest-gen/logic';
export const version = readVersion(name);

export const validate = compile({
  handle: { required: true, string: true, length: { min: 3, max: 30 }, regexp: /^[a-z][a-z0-9-]*$/ },
});
export const validateEmail = compile({ email: { required: true, email: true } });

// --- internal ---

function compile(rest) {
  const logic = compileLogic({
    postAction: {
      body: {
        title: { required: true, string: true, length: { min: 1, max: 80 } },
        author: {
          required: true,
          object: true,
          children: { name: { required: true, string: true, length: { min: 1, max: 80 } }, ...rest },
        },
        tags: { required: true, array: true, children: { string: true, length: { max: 20 } } },
        live: { required: true, boolean: true },
        score: { required: true, float: true },
        views: { required: true, int: { min: 0 } },
      },
    },
  });
  const action = logic.action('postAction');
  return (value) => {
    try {
      return action.run({ body: value }).body;
    } catch (error) {
      if (error instanceof ValidationError) return false;
      throw error;
    }
  };
}
