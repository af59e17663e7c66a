import 'reflect-metadata';
import {
  Body,
  Controller,
  Get,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Res,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { IsInt, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import pg from 'pg';
import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, Repository, UpdateDateColumn } from 'typeorm';
import { decorate, parameter, parameterTypes } from '../../http/contestants/shared/decorate.js';
import { announce } from '../../http/contestants/shared/listen.js';

// As `nest generate resource` and the page about databases of its documentation write it.

const url = process.env.DATABASE_URL;
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

class PostEntity {}
Entity('post')(PostEntity);
decorate(PostEntity, {
  id: [PrimaryGeneratedColumn()],
  title: [Column({ type: 'varchar', length: 255 })],
  body: [Column({ type: 'text', nullable: true })],
  views: [Column({ type: 'int' })],
  created_at: [CreateDateColumn()],
  updated_at: [UpdateDateColumn()],
});

class CreatePostDto {
  title;
  body;
  views;
}
decorate(CreatePostDto, {
  title: [IsString(), MinLength(1), MaxLength(255)],
  body: [IsOptional(), IsString()],
  views: [IsInt()],
});

class PostService {
  constructor(repository) {
    this.repository = repository;
  }

  findAll() {
    return this.repository.find({ order: { id: 'ASC' }, take: 20 });
  }

  findOne(id) {
    return this.repository.findOneBy({ id });
  }

  create(values) {
    return this.repository.save(values);
  }
}
Injectable()(PostService);
InjectRepository(PostEntity)(PostService, undefined, 0);
Reflect.defineMetadata('design:paramtypes', [Repository], PostService);

class PostController {
  constructor(service) {
    this.service = service;
  }

  findAll() {
    return this.service.findAll();
  }

  async findOne(id) {
    const found = await this.service.findOne(id);
    if (found === null) throw new NotFoundException();
    return found;
  }

  async create(values, res) {
    const added = await this.service.create(values);
    res.location(`/post/${added.id}`);
    return added;
  }
}
Controller('post')(PostController);
Reflect.defineMetadata('design:paramtypes', [PostService], PostController);
decorate(PostController, {
  findAll: [Get()],
  findOne: [Get(':id'), parameter(0, Param('id', ParseIntPipe)), parameterTypes(Number)],
  create: [
    Post(),
    parameter(0, Body()),
    parameter(1, Res({ passthrough: true })),
    parameterTypes(CreatePostDto, Object),
  ],
});

class AppModule {}
Module({
  imports: [
    TypeOrmModule.forRoot({ ...connection(), entities: [PostEntity], synchronize: false }),
    TypeOrmModule.forFeature([PostEntity]),
  ],
  controllers: [PostController],
  providers: [PostService],
})(AppModule);

const app = await NestFactory.create(AppModule, { logger: ['error'] });
app.disable('x-powered-by');
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }));
await app.listen(0, '127.0.0.1');
announce(app.getHttpServer().address().port);

// --- internal ---

function connection() {
  switch (new URL(url).protocol) {
    case 'sqlite:':
      return {
        type: 'better-sqlite3',
        database: url.slice('sqlite:'.length),
        // As durable as the others.
        prepareDatabase: (database) => database.pragma('synchronous = full'),
      };
    case 'postgres:':
      return { type: 'postgres', url, poolSize: 10 };
    default:
      return { type: 'mysql', url, poolSize: 10, timezone: 'Z' };
  }
}
