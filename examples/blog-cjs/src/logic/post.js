const { defineLogic, partial } = require('@rest-gen/logic');

const fields = {
  title: { required: true, string: true, length: { max: 80 } },
  body: { string: true, nullable: true },
};

module.exports = defineLogic({
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
