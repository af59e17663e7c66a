import { defineLogic, partial } from '@rest-gen/logic';

const fields = {
  name: { required: true, string: true, trim: true, length: { min: 1, max: 40 } },
  email: { required: true, email: true },
};

export default defineLogic({ params: { id: { int: { min: 1 } } }, patchAction: { body: partial(fields) } });
