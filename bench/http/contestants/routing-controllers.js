import 'reflect-metadata';
import express from 'express';
import {
  Body,
  Get,
  HttpCode,
  JsonController,
  Middleware,
  NotFoundError,
  Param,
  Post,
  Req,
  Res,
  useExpressServer,
} from 'routing-controllers';
import { badRequest, notFound, openCollection, refused, resourceNames } from '../work.js';
import { ItemBody, toErrors, VALIDATION } from './shared/body-class.js';
import { decorate, parameter, parameterTypes } from './shared/decorate.js';
import { count, listen } from './shared/listen.js';

class Problems {
  error(error, req, res, next) {
    const answer = toProblem(error, req.originalUrl);
    if (answer === undefined) return next(error);
    res.status(answer.status).type('application/problem+json').json(answer);
  }
}
Middleware({ type: 'after' })(Problems);

const app = express();
app.disable('x-powered-by');
useExpressServer(app, {
  controllers: resourceNames(count).map(createController),
  middlewares: [Problems],
  classTransformer: true,
  validation: VALIDATION,
  defaultErrorHandler: false,
});
listen(app);

// --- internal ---

function createController(name) {
  const collection = openCollection(name);
  class Items {
    list() {
      return collection.list();
    }

    find(id) {
      const record = collection.find(id);
      if (record === undefined) throw new NotFoundError();
      return record;
    }

    create(body, req, res) {
      const record = collection.add(body);
      res.location(`${req.originalUrl}/${record.id}`);
      return record;
    }
  }
  JsonController(`/${name}`)(Items);
  return decorate(Items, {
    list: [Get('/')],
    find: [Get('/:id'), parameter(0, Param('id')), parameterTypes(String)],
    create: [
      Post('/'),
      HttpCode(201),
      parameter(0, Body()),
      parameter(1, Req()),
      parameter(2, Res()),
      parameterTypes(ItemBody, Object, Object),
    ],
  });
}

function toProblem(error, path) {
  if (error instanceof NotFoundError) return notFound(path);
  if (Array.isArray(error.errors)) return refused(path, toErrors(error.errors));
  return error.status === 400 ? badRequest(path, error.message) : undefined;
}
