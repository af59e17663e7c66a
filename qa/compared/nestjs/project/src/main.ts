import { ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { AppModule } from './app.module.js';

const app = await NestFactory.create(AppModule);
app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }));
const config = new DocumentBuilder().setTitle('Tracker').addBearerAuth().build();
SwaggerModule.setup('api', app, () => SwaggerModule.createDocument(app, config));
await app.listen(process.env.PORT ?? 3000);
