import { badRequest, notFound, openCollection, refused, resourceNames } from '../../work.js';
import { bodySchema, createAjv, toErrors } from './ajv.js';

/** The application as people write it by hand: `express.json()`, a router for each resource, Ajv. The same on Express 4 and 5. */
export function createApp(express, count) {
  const ajv = createAjv();
  const app = express();
  app.disable('x-powered-by');
  app.use(express.json());
  for (const name of resourceNames(count)) app.use(`/${name}`, createRouter(express, name, ajv));
  app.use((error, req, res, next) => {
    if (error.status !== 400) return next(error);
    sendProblem(res, 400, badRequest(req.originalUrl, error.message));
  });
  return app;
}

// --- internal ---

function createRouter(express, name, ajv) {
  const collection = openCollection(name);
  const validate = ajv.compile(bodySchema());
  const router = express.Router();
  router.get('/', (_, res) => res.json(collection.list()));
  router.get('/:id', (req, res) => {
    const record = collection.find(req.params.id);
    if (record === undefined) return sendProblem(res, 404, notFound(req.originalUrl));
    res.json(record);
  });
  router.post('/', (req, res) => {
    if (!validate(req.body)) return sendProblem(res, 422, refused(req.originalUrl, toErrors(validate.errors)));
    const record = collection.add(req.body);
    res.status(201).location(`${req.originalUrl}/${record.id}`).json(record);
  });
  return router;
}

function sendProblem(res, status, problem) {
  res.status(status).type('application/problem+json').json(problem);
}
