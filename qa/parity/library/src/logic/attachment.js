import { defineLogic } from '@rest-gen/logic';

export default defineLogic({ postAction: { body: {}, files: { file: { file: true, required: true } } } });
