import { defineLogic } from '@rest-gen/logic';

export default defineLogic({
  params: { id: { int: { min: 1 } } },
  patchAction: {
    body: {
      name: { string: true, trim: true, length: { min: 1, max: 80 } },
      email: { email: true, length: { max: 255 } },
    },
  },
});
