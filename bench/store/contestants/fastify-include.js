import fastifyEtag from '@fastify/etag';
import createApp from 'fastify';
import { announce } from '../../http/contestants/shared/listen.js';
import { openPosts } from './shared/open-posts.js';

// A list of posts with their authors and comments: node fastify-include.js json|batched

const text = { type: ['string', 'null'] };
const integer = { type: ['integer', 'null'] };
const times = { created_at: text, updated_at: text };
const author = { type: ['object', 'null'], properties: { id: integer, name: text, ...times } };
const comment = {
  type: 'object',
  properties: { id: integer, post_id: integer, author_id: integer, text, ...times },
};
const post = {
  type: 'object',
  properties: {
    ...{ id: integer, title: text, body: text, views: integer, author_id: integer, ...times },
    author,
    comments: { type: 'array', items: comment },
  },
};

const posts = await openPosts(process.env.DATABASE_URL);
const list = posts[process.argv[2]];
const app = createApp();
await app.register(fastifyEtag);
app.get('/post', { schema: { response: { 200: { type: 'array', items: post } } } }, async () => list());
await app.listen({ port: 0, host: '127.0.0.1' });
announce(app.server.address().port);
