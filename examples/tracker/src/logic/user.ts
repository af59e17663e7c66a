import { defineLogic, partial } from '@rest-gen/logic';

const profile = { name: { required: true, string: true, trim: true, length: { min: 1, max: 80 } } } as const;

const newUser = {
  ...profile,
  email: { required: true, email: true, length: { max: 255 } },
  password: { required: true, string: true, length: { min: 12, max: 128 } },
} as const;

export default defineLogic({
  postAction: { body: newUser },
  patchAction: { body: partial(profile) },
  verificationAction: { body: { token: { required: true, string: true } } },
});
