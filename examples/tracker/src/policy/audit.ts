import { definePolicy } from '@rest-gen/router';
import { belongsByIssue, ofIssue } from '../roles.js';

export default definePolicy<'audit'>({ ...ofIssue, read: belongsByIssue('owner', 'member') });
