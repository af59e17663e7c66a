import cors from 'cors';

/** Web pages of these origins may call the service, and read these header fields of its responses. */
export const allowOrigins = (origins: string) =>
  cors({
    origin: origins.split(','),
    methods: ['GET', 'HEAD', 'QUERY', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: 'ETag, Link, Location, X-Total-Count, Retry-After, Preference-Applied, Deprecation, Sunset',
    maxAge: 600,
  });
