import type logic from '../../logic/v2/user.js';
import Rest from '../rest.js';

export default class User extends Rest<typeof logic> {}
