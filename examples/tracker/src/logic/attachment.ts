import { defineLogic } from '@rest-gen/logic';

export default defineLogic({
  params: { id: { int: { min: 1 } } },
  postAction: { body: {}, files: { file: { file: true, required: true } } },
});
