import 'reflect-metadata';
import {
  BadRequestException,
  Body,
  Catch,
  Controller,
  Get,
  HttpException,
  Module,
  NotFoundException,
  Param,
  Post,
  Req,
  Res,
  UnprocessableEntityException,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { badRequest, notFound, openCollection, refused, resourceNames } from '../work.js';
import { ItemBody, toErrors, VALIDATION } from './shared/body-class.js';
import { decorate, parameter, parameterTypes } from './shared/decorate.js';
import { announce, count } from './shared/listen.js';

class AppModule {}
Module({ controllers: resourceNames(count).map(createController) })(AppModule);

const app = await NestFactory.create(AppModule, { logger: false });
app.disable('x-powered-by');
const exceptionFactory = (errors) => new UnprocessableEntityException(toErrors(errors));
app.useGlobalPipes(new ValidationPipe({ ...VALIDATION, transform: true, exceptionFactory }));
app.useGlobalFilters(createFilter());
await app.listen(0, '127.0.0.1');
announce(app.getHttpServer().address().port);

// --- internal ---

function createController(name) {
  const collection = openCollection(name);
  class Items {
    list() {
      return collection.list();
    }

    find(id) {
      const record = collection.find(id);
      if (record === undefined) throw new NotFoundException();
      return record;
    }

    create(body, req, res) {
      const record = collection.add(body);
      res.location(`${req.originalUrl}/${record.id}`);
      return record;
    }
  }
  Controller(name)(Items);
  return decorate(Items, {
    list: [Get()],
    find: [Get(':id'), parameter(0, Param('id')), parameterTypes(String)],
    create: [
      Post(),
      parameter(0, Body()),
      parameter(1, Req()),
      parameter(2, Res({ passthrough: true })),
      parameterTypes(ItemBody, Object, Object),
    ],
  });
}

function createFilter() {
  class ProblemFilter {
    catch(error, host) {
      const { req, res } = { req: host.switchToHttp().getRequest(), res: host.switchToHttp().getResponse() };
      const status = error.getStatus();
      res.status(status).type('application/problem+json').json(toProblem(error, req.originalUrl));
    }
  }
  Catch(HttpException)(ProblemFilter);
  return new ProblemFilter();
}

function toProblem(error, path) {
  if (error instanceof NotFoundException) return notFound(path);
  if (error instanceof BadRequestException) return badRequest(path, error.message);
  const { message } = error.getResponse();
  return refused(path, Array.isArray(message) ? message : error.getResponse());
}
