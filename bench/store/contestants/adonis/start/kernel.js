import router from '@adonisjs/core/services/router';
import server from '@adonisjs/core/services/server';

server.errorHandler(() => import('../app/exception_handler.js'));
server.use([() => import('../app/container_bindings_middleware.js')]);
router.use([() => import('@adonisjs/core/bodyparser_middleware')]);
