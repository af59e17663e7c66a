import { Env } from '@adonisjs/core/env';

export default await Env.create(new URL('../', import.meta.url), {
  PORT: Env.schema.number(),
  HOST: Env.schema.string({ format: 'host' }),
  APP_KEY: Env.schema.secret(),
  DATABASE_URL: Env.schema.string(),
});
