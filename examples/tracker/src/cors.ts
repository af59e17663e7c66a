import cors from 'cors';

/** Web pages of these origins may call the service, with the cookie of a session. */
export const origins = (process.env.CORS_ORIGIN ?? 'http://localhost:5173').split(',');

/** They read these header fields of its responses. */
export const allowOrigins = (origin: string[]) =>
  cors({
    origin,
    credentials: true,
    methods: ['GET', 'HEAD', 'QUERY', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: 'ETag, Link, Location, X-Total-Count, Retry-After, Preference-Applied, Deprecation, Sunset',
    maxAge: 600,
  });
