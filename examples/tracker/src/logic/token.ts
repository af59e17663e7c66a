import { defineLogic } from '@rest-gen/logic';

const fields = {
  name: { required: true, string: true, trim: true, length: { min: 1, max: 255 } },
  // `*`, `read`, `write`, or one of a resource: `issue:read`.
  abilities: { array: true, maxItems: 100, children: { string: true }, example: ['read', 'issue:write'] },
  expires_at: { format: 'date-time' },
} as const;

export default defineLogic({ postAction: { body: fields } });
