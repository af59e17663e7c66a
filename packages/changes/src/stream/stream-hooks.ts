import { asksForGroups, type Exchange, type Hooks, RESOURCE, resourceIn, SENT, Slot } from '@rest-gen/router/part';
import { changeError } from '../errors.ts';
import { narrowModels } from '../list/narrow-models.ts';
import { READ } from '../list/read-rows.ts';
import { answerStream, type StreamRequest, type StreamServices } from './answer-stream.ts';

/** Let the program itself read other rows of a list. */
export const READING: Hooks = {
  begin(exchange) {
    const read = READ.getStore();
    const resource = RESOURCE.get(exchange);
    if (read === undefined || read.answeredBy !== undefined || resource?.model === undefined) return;
    read.answeredBy = { controller: exchange.controller, table: resource.table.name };
    resource.model = narrowModels(resource.model, read);
  },
};

/** Answer a list with its changes, where they are asked for. */
export function createStreamHooks(servicesOf: () => Promise<StreamServices | undefined>): Hooks {
  return {
    begin(exchange) {
      READING.begin?.(exchange);
      const { headers } = exchange.req;
      // A part may refuse the media type, which is not one of a list.
      if (headers.accept?.includes('text/event-stream') && exchange.req.url.includes('live=')) headers.accept = '*/*';
    },

    admit(exchange) {
      const asked = takeParameters(exchange);
      if (asked !== undefined) ASKED.set(exchange, asked);
    },

    async around(exchange, act) {
      const asked = ASKED.get(exchange);
      const services = asked && (await servicesOf());
      if (asked === undefined || services === undefined) return act();
      const resource = resourceIn(exchange);
      if (asksForGroups(resource)) throw changeError('E_STREAM', 'Groups of records have no changes: read them again.');
      return answerStream(exchange, resource, asked, services);
    },

    described: {
      parameters: [
        {
          name: 'offset',
          in: 'query',
          description:
            'Changes behind this offset: `-1` the list and then its changes, `now`, or the offset of an answer.',
          schema: { type: 'string' },
        },
        {
          name: 'live',
          in: 'query',
          description: '`sse`: changes as server-sent events; `long-poll`: waits for the next ones. Needs `offset`.',
          schema: { type: 'string', enum: ['sse', 'long-poll'] },
        },
      ],
    },
  };
}

// --- internal ---

/** What a request says of the changes it wants. */
const ASKED: Slot<StreamRequest> = new Slot<StreamRequest>('changes/asked');

/** Take the parameters of a stream out of the query, which has those of the list then. @throws {HttpError} 400 `E_STREAM` */
function takeParameters(exchange: Exchange): StreamRequest | undefined {
  const { offset, live, cursor: _cursor, ...list } = exchange.query;
  if (offset === undefined && live === undefined) return undefined;
  const refuse = (parameter: string, detail: string) => changeError('E_STREAM', detail, { extra: { parameter } });
  if (typeof offset !== 'string') throw refuse('offset', 'A stream begins at one offset: offset=-1.');
  if (live !== undefined && live !== 'sse' && live !== 'long-poll')
    throw refuse('live', 'live takes sse or long-poll.');
  const paged = PAGED.find((name) => list[name] !== undefined);
  if (paged !== undefined) throw refuse(paged, `A stream has no ${paged}: it is of the whole list.`);
  if (live === 'sse' && SENT.get(exchange.req) !== undefined)
    throw refuse('live', 'A request of the program itself gets no events: read with live=long-poll.');
  exchange.query = list;
  return { offset, live };
}

const PAGED = ['page', 'after', 'pageSize', 'deleted'];
