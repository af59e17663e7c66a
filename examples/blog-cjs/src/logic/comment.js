const { defineLogic, partial } = require('@rest-gen/logic');

const fields = {
  body: { required: true, string: true, length: { min: 1, max: 2000 } },
};

module.exports = defineLogic({
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
