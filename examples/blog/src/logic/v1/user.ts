import { defineLogic } from '@rest-gen/logic';

export default defineLogic({
  postAction: { body: { name: { required: true, string: true, length: { max: 80 } } } },
});
