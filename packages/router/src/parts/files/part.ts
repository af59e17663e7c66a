import type { Exchange } from '../../core/contracts/exchange.ts';
import type { Part } from '../../core/contracts/part.ts';
import { UPLOADS } from './uploads.ts';

/** `upload()` and `download()` of a controller: the files of a request are removed at its end unless they were taken. */
export const files: Part = {
  name: 'files',
  statics: {},

  plan({ Class }) {
    if (!(Class.forms ?? false)) return undefined;
    const end = (exchange: Exchange, isSuccess: boolean): Promise<void> | undefined =>
      UPLOADS.get(exchange)?.end(isSuccess);
    return { action: ({ method }) => (UPLOADING.has(method) ? { end } : undefined) };
  },
};

// --- internal ---

const UPLOADING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
