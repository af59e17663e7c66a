import { defineLogic, partial } from '@rest-gen/logic';

const fields = {
  bio: { string: true, nullable: true, length: { max: 200 } },
  settings: { object: true, nullable: true },
};

export default defineLogic({
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
