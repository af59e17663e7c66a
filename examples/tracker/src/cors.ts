import cors from 'cors';
import type { RequestHandler } from 'express';

/** Web pages of these origins may call the service, and read these header fields of its responses. */
export function allowOrigins(origins: string): RequestHandler {
  return cors({
    origin: origins.split(','),
    methods: ['GET', 'HEAD', 'QUERY', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: 'ETag, Link, Location, X-Total-Count, Retry-After, Preference-Applied, Deprecation, Sunset',
    maxAge: 600,
  });
}
