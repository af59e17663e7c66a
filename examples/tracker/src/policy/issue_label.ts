import { definePolicy } from '@rest-gen/router';
import { belongsByIssue, ofIssue } from '../roles.js';

const write = belongsByIssue('owner', 'member');

export default definePolicy<'issue_label'>({ ...ofIssue, create: write, delete: write });
