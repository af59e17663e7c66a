import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import express from 'express';
import { ValidateError } from 'tsoa';
import { badRequest, notFound, refused } from '../work.js';
import { count, listen } from './shared/listen.js';

const directory = fileURLToPath(new URL(`../generated/tsoa-${count}`, import.meta.url));
const routes = `${directory}/routes.js`;
if (!existsSync(routes)) {
  const build = fileURLToPath(new URL('./shared/build-tsoa.js', import.meta.url));
  execFileSync(process.execPath, [build, directory, String(count)]);
}
const { RegisterRoutes } = await import(pathToFileURL(routes).href);

const app = express();
app.disable('x-powered-by');
app.use(express.json());
RegisterRoutes(app);
app.use((error, req, res, next) => {
  const problem = toProblem(error, req.originalUrl);
  if (problem === undefined) return next(error);
  res.status(problem.status).type('application/problem+json').json(problem);
});
listen(app);

// --- internal ---

function toProblem(error, path) {
  if (error instanceof ValidateError) return refused(path, Object.entries(error.fields).flatMap(toErrors));
  if (error.status === 404) return notFound(path);
  return error.status === 400 ? badRequest(path, error.message) : undefined;
}

/** The fields that are too many stand in the text only. */
function toErrors([field, { message }]) {
  const pointer = field
    .split('.')
    .slice(1)
    .map((part) => `/${part.replace(/^\$/, '')}`)
    .join('');
  return [{ pointer, message }];
}
