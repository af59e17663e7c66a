import type { RequestHandler } from 'express';
import { ask } from './serve.ts';

/** Send requests while all programs in the folder run; print metrics as a line of JSON. */
const load = <T>(name: string) => import(new URL(name, process.argv[2]).href) as Promise<T>;
const { requestId } = await load<{ requestId: RequestHandler }>('log.js');
const { logging } = await load<{ logging: RequestHandler }>('logging.js');
const { metrics } = await load<{ metrics: RequestHandler }>('metrics.js');

const route: RequestHandler = (req, res, next) => (req.path === '/metrics' ? metrics(req, res, next) : next());
const paths = ['/post/7', '/post/13', '/post?page=x', '/other', '/metrics'];
const bodies = await ask([requestId, logging, route], paths, ['r-7', 'not an id']);
console.log(JSON.stringify({ metrics: bodies.at(-1) }));
