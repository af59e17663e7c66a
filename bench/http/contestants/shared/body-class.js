import 'reflect-metadata';
import { Transform, Type } from 'class-transformer';
import {
  IsArray,
  IsInt,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { decorate } from './decorate.js';

class Author {
  name;
}
decorate(Author, { name: [IsString(), IsNotEmpty()] });

/** The body of a POST for class-validator. */
export class ItemBody {
  title;
  body;
  views = 0;
  tags;
  author;
}
decorate(ItemBody, {
  title: [
    Transform(({ value }) => (typeof value === 'string' ? value.trim() : value)),
    IsString(),
    MinLength(1),
    MaxLength(80),
  ],
  body: [IsOptional(), IsString()],
  views: [IsOptional(), IsInt(), Min(0)],
  tags: [IsOptional(), IsArray(), IsString({ each: true }), MaxLength(20, { each: true })],
  author: [IsOptional(), IsObject(), ValidateNested(), Type(() => Author)],
});

/** What both frameworks are told about validation: unknown fields are refused. */
export const VALIDATION = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true };

/** Errors of class-validator → `pointer` and `message`. */
export function toErrors(errors, parent = '') {
  return errors.flatMap(({ property, constraints = {}, children = [] }) => {
    const pointer = `${parent}/${property}`;
    const own = Object.values(constraints).slice(0, 1);
    return [...own.map((message) => ({ pointer, message })), ...toErrors(children, pointer)];
  });
}
