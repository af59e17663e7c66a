// Loaded first, as docs/observability.md says: collects what would be sent.
import * as Sentry from '@sentry/node';

const events = [];
Sentry.init({
  dsn: 'http://key@127.0.0.1:9/1',
  tracesSampleRate: 1,
  beforeSend: (event) => {
    events.push(event);
    return null;
  },
});
globalThis.restGenSentry = { Sentry, events };
