import router from '@adonisjs/core/services/router';

const PostsController = () => import('../app/posts_controller.js');

router.resource('post', PostsController).only(['index', 'show', 'store']);
