import router from '@adonisjs/core/services/router';
import { middleware } from '#start/kernel';

const IssuesController = () => import('#controllers/issues_controller');
router.resource('issues', IssuesController).apiOnly().use(['store', 'update', 'destroy'], middleware.auth());
