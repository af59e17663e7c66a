import type { Access, CollectionConfig } from 'payload';

const isOwner: Access = ({ req: { user } }) => user !== null && { ownerId: { equals: user.id } };

export const Issues: CollectionConfig = {
  slug: 'issues',
  access: {
    read: () => true,
    create: ({ req: { user } }) => user !== null,
    update: isOwner,
    delete: isOwner,
  },
  fields: [
    { name: 'title', type: 'text', required: true, minLength: 1, maxLength: 120 },
    { name: 'state', type: 'select', required: true, options: ['open', 'closed'], defaultValue: 'open' },
    {
      name: 'hours',
      type: 'number',
      validate: (value: unknown) =>
        value === null ||
        value === undefined ||
        (Number.isInteger(value) && Number(value) >= 0) ||
        'A whole number from 0 up',
    },
    {
      name: 'ownerId',
      type: 'number',
      required: true,
      index: true,
      hooks: {
        beforeValidate: [
          ({ operation, req, originalDoc }) => (operation === 'create' ? req.user?.id : originalDoc.ownerId),
        ],
      },
    },
  ],
};
