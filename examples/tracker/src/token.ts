import { signToken } from './auth.js';
import models from './config/model.js';

// `npm run token -- grace` prints a token of this user.
const email = `${process.argv[2]}@example.com`.toLowerCase();
const user = await models.model('user').where({ email }).find();
await models.close();
if (!user) throw new Error(`There is no user ${email}. \`npm run seed\` adds Ada, Grace, Ken and others.`);
console.log(await signToken(user.id));
