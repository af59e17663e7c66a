/** A request of which it is unclear, or could be to a proxy, where it ends: its name and its bytes. */
export type Framing = readonly [name: string, bytes: string];

export const JSON_TYPE = 'Content-Type: application/json';

/** The head of a request that leaves the connection open. */
export function head(line: string, ...fields: readonly string[]): string {
  return `${[line, 'Host: localhost', ...fields].join('\r\n')}\r\n\r\n`;
}

/** A body as one chunk, and the last one. */
export function chunked(body: string): string {
  return `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}

/**
 * Requests that two parsers could part in different places.
 *
 * @param hidden - the request that one of both would see
 */
export function ambiguous(hidden: string): readonly Framing[] {
  const { length } = hidden;
  const empty = `0\r\n\r\n${hidden}`;
  const post = (rest: string, ...fields: string[]): string => head('POST /plain HTTP/1.1', JSON_TYPE, ...fields) + rest;
  const inChunks = (body: string): string => post(body, 'Transfer-Encoding: chunked');
  return [
    ['a length and chunks', post(empty, 'Content-Length: 6', 'Transfer-Encoding: chunked')],
    ['chunks and a length', post(empty, 'Transfer-Encoding: chunked', 'Content-Length: 4')],
    ['two lengths', post(hidden, 'Content-Length: 0', `Content-Length: ${length}`)],
    ['the same length twice', post(`{}${hidden}`, 'Content-Length: 2', 'Content-Length: 2')],
    ['a list of two lengths', post(hidden, `Content-Length: 0, ${length}`)],
    ['a list of one length twice', post(`{}${hidden}`, 'Content-Length: 2, 2')],
    ['a length below zero', post(hidden, 'Content-Length: -1')],
    ['a length with a plus', post(`{}${hidden}`, 'Content-Length: +2')],
    ['a length in hexadecimal digits', post(`{}${hidden}`, 'Content-Length: 0x2')],
    ['a length with a fraction', post(`{}${hidden}`, 'Content-Length: 2.0')],
    ['a length with an exponent', post(`{}${hidden}`, 'Content-Length: 2e0')],
    ['a length with a space inside', post(hidden, 'Content-Length: 1 0')],
    ['a length in quotes', post(`{}${hidden}`, 'Content-Length: "2"')],
    ['a length without digits', post(hidden, 'Content-Length:')],
    ['a length of more than 64 bits', post(`{}${hidden}`, 'Content-Length: 18446744073709551618')],
    ['a length behind a vertical tab', post(`{}${hidden}`, 'Content-Length: \x0b2')],
    ['a space before the colon of a length', post(hidden, `Content-Length : ${length}`)],
    ['chunks that are not the last coding', post(empty, 'Transfer-Encoding: chunked, identity')],
    ['no coding and no length', post(hidden, 'Transfer-Encoding: identity')],
    ['no coding and a length', post(`{}${hidden}`, 'Transfer-Encoding: identity', 'Content-Length: 2')],
    ['a coding with a name like chunks', post(empty, 'Transfer-Encoding: xchunked')],
    ['a coding in quotes', post(empty, 'Transfer-Encoding: "chunked"')],
    ['a coding behind a vertical tab', post(empty, 'Transfer-Encoding: \x0bchunked')],
    ['chunks of chunks', post(empty, 'Transfer-Encoding: chunked, chunked')],
    ['the field of chunks twice', post(empty, 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked')],
    ['chunks, and a field of no coding', post(empty, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity')],
    ['a space before the colon of a coding', post(empty, 'Transfer-Encoding : chunked')],
    ['a tab before the colon of a coding', post(empty, 'Transfer-Encoding\t: chunked')],
    [
      'a space before the first field',
      `POST /plain HTTP/1.1\r\n Transfer-Encoding: chunked\r\nHost: x\r\n\r\n${empty}`,
    ],
    ['a coding on a line of its own', post(empty, 'Transfer-Encoding:\r\n chunked')],
    [
      'a field that is folded around a coding',
      post(`{}${hidden}`, 'X: a\r\n Transfer-Encoding: chunked', 'Content-Length: 2'),
    ],
    [
      'a field that is folded with a tab',
      post(`{}${hidden}`, `X: a\r\n\tContent-Length: ${length}`, 'Content-Length: 2'),
    ],
    ['digits of a length on the next line', post(hidden, 'Content-Length: 1\r\n 0')],
    ['LF in place of CR LF', `POST /plain HTTP/1.1\nHost: x\nContent-Length: ${length}\n\n${hidden}`],
    [
      'LF in place of CR LF before a field',
      post(`{}${hidden}`, 'X: a\nTransfer-Encoding: chunked', 'Content-Length: 2'),
    ],
    ['LF in place of the empty line', `POST /plain HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\n${hidden}`],
    ['CR in place of CR LF', post(`{}${hidden}`, 'X: a\rTransfer-Encoding: chunked', 'Content-Length: 2')],
    ['CR in place of the empty line', `GET /plain HTTP/1.1\r\nHost: x\r\r${hidden}`],
    ['CR before CR LF', `GET /plain HTTP/1.1\r\nHost: x\r\r\n\r\n${hidden}`],
    ['NUL in a value', post(hidden, 'X: a\0b')],
    ['NUL in a name', post(hidden, 'Content-Length\0: 2')],
    ['a chunk with a minus', inChunks(`-2\r\n{}\r\n${empty}`)],
    ['a chunk with a plus', inChunks(`+2\r\n{}\r\n${empty}`)],
    ['a chunk with a mark of hexadecimal digits', inChunks(`0x2\r\n{}\r\n${empty}`)],
    ['a chunk with a separator of digits', inChunks(`0_2\r\n{}\r\n${empty}`)],
    ['a chunk with a space before its size', inChunks(` 2\r\n{}\r\n${empty}`)],
    ['a chunk with a space behind its size', inChunks(`2 \r\n{}\r\n${empty}`)],
    ['a chunk without a size', inChunks(`\r\n{}\r\n${empty}`)],
    ['a chunk of more than 64 bits', inChunks(`10000000000000002\r\n{}\r\n${empty}`)],
    ['LF behind the size of a chunk', inChunks(`2\n{}\n0\n\n${hidden}`)],
    ['LF behind a chunk', inChunks(`2\r\n{}\n${empty}`)],
    ['bytes behind a chunk', inChunks(`2\r\n{}XX${empty}`)],
    ['LF in the extension of a chunk', inChunks(`2;a\n{}\r\n${empty}`)],
    ['CR in the extension of a chunk', inChunks(`2;a\rb\r\n{}\r\n${empty}`)],
    ['an extension of a chunk that has no end', inChunks(`2;a=${'b'.repeat(20_000)}\r\n{}\r\n${empty}`)],
    ['a length among the trailers', inChunks(`2\r\n{}\r\n0\r\nContent-Length: ${length}\r\n\r\n${hidden}`)],
    ['a coding among the trailers', inChunks(`2\r\n{}\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n${hidden}`)],
    ['the preface of HTTP/2', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden}`],
    ['a request of HTTP/0.9', `GET /post/1\r\n${hidden}`],
    ['a method in small letters', `get /post/1 HTTP/1.1\r\nHost: x\r\n\r\n${hidden}`],
  ];
}

/** Requests that look odd, and end in one place only: their right statuses. */
export function framed(): readonly (readonly [...Framing, status: number])[] {
  const post = (rest: string, ...fields: string[]): string => head('POST /plain HTTP/1.1', JSON_TYPE, ...fields) + rest;
  const body = chunked('{}');
  return [
    ['chunks in capital letters', post(body, 'Transfer-Encoding: CHUNKED'), 201],
    ['a tab behind the colon of a coding', post(body, 'Transfer-Encoding:\tchunked'), 201],
    ['extensions of chunks', post('2;a=b;c="d"\r\n{}\r\n0;x\r\n\r\n', 'Transfer-Encoding: chunked'), 201],
    ['zeros before the size of a chunk', post('00002\r\n{}\r\n0000\r\n\r\n', 'Transfer-Encoding: chunked'), 201],
    ['zeros before a length', post('{}', 'Content-Length: 0002'), 201],
    ['a name like that of a length', post('', 'Content_Length: 40'), 201],
    ['a length that Connection names', post('{}', 'Connection: Content-Length', 'Content-Length: 2'), 201],
    ['a body that waits for 100 Continue', post('{}', 'Expect: 100-continue', 'Content-Length: 2'), 201],
    ['empty lines before a request', `\r\n\r\n${post('{}', 'Content-Length: 2')}`, 201],
    ['a body of no bytes', post('', 'Content-Length: 0'), 201],
  ];
}
