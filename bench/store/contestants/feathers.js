import { feathers } from '@feathersjs/feathers';
import { KnexService } from '@feathersjs/knex';
import { bodyParser, errorHandler, koa, rest } from '@feathersjs/koa';
import { Ajv, hooks, resolve } from '@feathersjs/schema';
import { getValidator, querySyntax, Type } from '@feathersjs/typebox';
import knex from 'knex';
import { announce } from '../../http/contestants/shared/listen.js';
import { knexConfig } from './shared/knex-config.js';

// As `feathers create` writes it: Koa, TypeBox, Knex.

const schema = Type.Object(
  {
    id: Type.Number(),
    title: Type.String({ minLength: 1, maxLength: 255 }),
    body: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    views: Type.Integer(),
    created_at: Type.Any(),
    updated_at: Type.Any(),
  },
  { $id: 'Post', additionalProperties: false },
);
const dataSchema = Type.Pick(schema, ['title', 'body', 'views'], { $id: 'PostData', additionalProperties: false });
const querySchema = querySyntax(schema);
const validateData = getValidator(dataSchema, new Ajv());
const validateQuery = getValidator(querySchema, new Ajv({ coerceTypes: true }));
const resolver = resolve({});

class PostService extends KnexService {}

const app = koa(feathers());
app.use(errorHandler());
app.use(bodyParser());
app.configure(rest());
// Without pages: a list with its total would be a second statement.
app.use('post', new PostService({ Model: knex(knexConfig(process.env.DATABASE_URL)), name: 'post' }), {
  methods: ['find', 'get', 'create'],
});
app.service('post').hooks({
  around: { all: [hooks.resolveExternal(resolver), hooks.resolveResult(resolver)] },
  before: {
    all: [hooks.validateQuery(validateQuery), hooks.resolveQuery(resolver)],
    create: [hooks.validateData(validateData), hooks.resolveData(resolver)],
  },
});
const server = await app.listen(0, '127.0.0.1');
if (server.listening) announce(server.address().port);
else server.once('listening', () => announce(server.address().port));
