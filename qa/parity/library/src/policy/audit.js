import { definePolicy } from '@rest-gen/router';

export default definePolicy('nobody');
