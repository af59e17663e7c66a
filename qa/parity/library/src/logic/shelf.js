import { defineLogic, partial } from '@rest-gen/logic';

const fields = {
  name: { required: true, string: true, length: { min: 1, max: 40 } },
  parent_id: { int: true, nullable: true },
  members: { array: true, children: { int: true } },
};

export default defineLogic({
  postAction: { body: fields },
  putAction: { body: fields },
  patchAction: { body: partial(fields) },
});
