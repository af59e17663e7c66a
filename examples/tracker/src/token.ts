import { signToken } from './auth.js';
import models from './config/model.js';

// `npm run token -- grace` prints a token of this user.
const name = process.argv[2] ?? '';
const user = await models
  .model('user')
  .where({ email: `${name.toLowerCase()}@example.com` })
  .find();
await models.close();
if (user === undefined) {
  console.error(`There is no user ${JSON.stringify(name)}. \`npm run seed\` adds Ada, Grace, Ken and others.`);
  process.exitCode = 1;
} else console.log(await signToken(user.id));
