import { definePolicy } from '@rest-gen/router';

// The same labels in all organizations.
export default definePolicy<'label'>({ read: 'everyone' });
