import vine from '@vinejs/vine';
import Post from './post.js';

const validator = vine.compile(
  vine.object({
    title: vine.string().minLength(1).maxLength(255),
    body: vine.string().nullable().optional(),
    views: vine.number({ strict: true }).withoutDecimals(),
  }),
);

export default class PostsController {
  async index() {
    return Post.query().orderBy('id').limit(20);
  }

  async show({ params }) {
    return Post.findOrFail(params.id);
  }

  async store({ request, response }) {
    const post = await Post.create(await request.validateUsing(validator));
    response.header('location', `/post/${post.id}`);
    return response.created(post);
  }
}
