import { createRestRouter } from '@rest-gen/router';
import express from 'express4';
import { count, listen } from './shared/listen.js';
import { routerOptions } from './shared/ours.js';

const app = express();
app.disable('x-powered-by');
app.use(createRestRouter(routerOptions(count)));
listen(app);
