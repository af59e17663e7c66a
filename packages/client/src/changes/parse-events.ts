/** An event of `text/event-stream`. */
export interface ServerEvent {
  /** Default `message`. */
  readonly event: string;
  readonly data: string;
  /** `undefined` if the event has none of its own. */
  readonly id: string | undefined;
  /** Milliseconds before another connection. */
  readonly retry: number | undefined;
}

/**
 * Create a parser of server-sent events: it takes the text as it comes, cut anywhere, and returns the events that are complete. Its time is linear in the text.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export function createEventParser(): (text: string) => ServerEvent[] {
  /** Parts of the line that has not ended: they are joined once. */
  let parts: string[] = [];
  let endsInReturn = false;
  let fields: Fields = {};

  return (text) => {
    const events: ServerEvent[] = [];
    if (text === '') return events;
    let start = endsInReturn && text.startsWith('\n') ? 1 : 0;
    endsInReturn = text.endsWith('\r');
    for (const { 0: end, index } of text.matchAll(/\r\n|\r|\n/g)) {
      if (index < start) continue;
      parts.push(text.slice(start, index));
      start = index + end.length;
      const line = parts.join('');
      parts = [];
      if (line !== '') readLine(line, fields);
      else if (Object.keys(fields).length > 0) {
        events.push(toEvent(fields));
        fields = {};
      }
    }
    if (start < text.length) parts.push(text.slice(start));
    return events;
  };
}

// --- internal ---

interface Fields {
  event?: string;
  data?: string[];
  id?: string;
  retry?: number;
}

function readLine(line: string, fields: Fields): void {
  const colon = line.indexOf(':');
  const name = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
  if (name === 'data') {
    fields.data ??= [];
    fields.data.push(value);
  } else if (name === 'event') fields.event = value;
  else if (name === 'id') fields.id = value;
  else if (name === 'retry' && /^\d{1,9}$/.test(value)) fields.retry = Number(value);
  // A comment has no name.
}

function toEvent({ event, data = [], id, retry }: Fields): ServerEvent {
  return { event: event || 'message', data: data.join('\n'), id, retry };
}
