import { IssueSchema } from '#database/schema';

export default class Issue extends IssueSchema {}
