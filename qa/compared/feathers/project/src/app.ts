import configuration from '@feathersjs/configuration';
import { feathers } from '@feathersjs/feathers';
import { bodyParser, cors, errorHandler, koa, rest } from '@feathersjs/koa';
import socketio from '@feathersjs/socketio';
import { readUser } from './authentication';
import { configurationValidator } from './configuration';
import type { Application } from './declarations';
import { postgresql } from './postgresql';
import { services } from './services/index';

const app: Application = koa(feathers());
app.configure(configuration(configurationValidator));
app.use(cors());
app.use(errorHandler());
app.use(readUser);
app.use(bodyParser());
app.configure(rest());
app.configure(socketio({ cors: { origin: app.get('origins') } }));
app.configure(postgresql);
app.configure(services);
app.on('connection', (connection) => app.channel('everybody').join(connection));
app.publish(() => app.channel('everybody'));

export { app };
