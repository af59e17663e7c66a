import { createRestRouter } from '@rest-gen/router';
import { createServer } from '@rest-gen/server';
import express from 'express';
import { count, listen } from './shared/listen.js';
import { routerOptions } from './shared/ours.js';

const app = express();
app.disable('x-powered-by');
app.use(createRestRouter(routerOptions(count)));
listen(createServer(app));
