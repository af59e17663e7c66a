import { defineJob, defineWebhooks } from '@rest-gen/changes';

declare module '@rest-gen/model' {
  interface User {
    readonly id: number;
    readonly name: string;
    readonly isAdmin: boolean;
  }
}

const run = async () => {};
defineJob({ schedule: '0 3 * * *', as: { id: 1 }, run });
// @ts-expect-error: it is no member of the user.
defineJob({ schedule: '0 3 * * *', as: { nickname: 'Ann' }, run });

const hook = { name: 'chat', resource: 'issue', url: 'https://chat.example.com/in', secret: 'whsec_' };
defineWebhooks([{ ...hook, as: { id: 1 } }]);
// @ts-expect-error: it is no member of the user.
defineWebhooks([{ ...hook, as: { nickname: 'Ann' } }]);
