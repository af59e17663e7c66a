import { definePolicy } from '@rest-gen/router';

export default definePolicy('everyone');
