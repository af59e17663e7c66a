import { Bouncer } from '@adonisjs/bouncer';
import type { User } from '#middleware/user_middleware';
import type Issue from '#models/issue';

export const editIssue = Bouncer.ability((user: User, issue: Issue) => user.id === issue.ownerId);
