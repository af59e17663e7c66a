import { compileLogic, LogicError } from '@rest-gen/logic';

const wrong = { postAction: { body: { title: { string: true, lenght: { max: 80 } } } } };

try {
  compileLogic(wrong, 'src/logic/post.js');
} catch (error) {
  if (!(error instanceof LogicError)) throw error;
  console.log(error.code, error.action, error.section, error.field, error.rule);
  // → E_LOGIC_RULE postAction body title lenght
  console.log(error.message); // → src/logic/post.js: postAction.body.title: "lenght" is not a rule; did you mean "length"?
}
