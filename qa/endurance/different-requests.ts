import { type Connection, request } from './connection.ts';

/**
 * Send the request of a number and check its status.
 *
 * No two are alike: a path, a value, a name of a field, of a parameter or of a header field is new each time, so that whatever is kept by one of them grows.
 *
 * @returns how many requests it was
 * @throws {Error} when the status is another one, or there is no answer
 */
export async function sendDifferent(connection: Connection, number: number): Promise<number> {
  const kind = KINDS[number % KINDS.length] as Kind;
  const unique = `u${number.toString(36)}`;
  const [status, given] = kind(unique);
  const answer = await connection.ask(request(...given));
  if (answer.status !== status) throw new Error(`${given[0]} ${given[1]} was answered ${answer.status} ${answer.body}`);
  if (answer.status !== 201) return 1;
  const { id } = JSON.parse(answer.body);
  const removed = await connection.ask(request('DELETE', `/post/${id}`));
  if (removed.status !== 204) throw new Error(`DELETE /post/${id} was answered ${removed.status} ${removed.body}`);
  return 2;
}

// --- internal ---

type Kind = (unique: string) => readonly [status: number, given: Parameters<typeof request>];

const KINDS: readonly Kind[] = [
  (unique) => [200, ['GET', '/post/1', undefined, `X-${unique}: ${unique}\r\n`]],
  (unique) => [200, ['GET', '/post/1', undefined, `If-None-Match: "${unique}"\r\n`]],
  (unique) => [200, ['GET', `/post?page=1&pageSize=5&title=${unique}`]],
  (unique) => [404, ['GET', `/post/${Number.parseInt(unique.slice(1), 36) + 1_000_000_000}`]],
  (unique) => [404, ['GET', `/${unique}/${unique}`]],
  (unique) => [400, ['GET', `/post?${unique}=1`]],
  (unique) => [400, ['GET', `/post?sort=${unique}`]],
  (unique) => [400, ['GET', `/post?fields=${unique}`]],
  (unique) => [200, ['GET', '/post/1', undefined, `Accept: text/${unique}\r\n`]],
  (unique) => [200, ['GET', '/post/1', undefined, `Accept-Language: ${unique}\r\nCookie: a=${unique}\r\n`]],
  (unique) => [201, ['POST', '/post', { title: unique }]],
  (unique) => [201, ['POST', '/post', { title: unique, body: unique.repeat(50) }]],
  (unique) => [422, ['POST', '/post', { title: unique, [unique]: 1 }]],
  (unique) => [422, ['POST', '/post', { title: unique.padEnd(81) + unique, views: -1 }]],
  (unique) => [400, ['POST', '/post', `{"title":"${unique}`]],
  (unique) => [415, ['POST', '/post', '<post/>', `Content-Type: text/${unique}\r\n`]],
  (unique) => [200, ['PATCH', '/post/1', { title: unique }]],
  (unique) => [412, ['PATCH', '/post/1', { title: unique }, `If-Match: "${unique}"\r\n`]],
  () => [405, ['DELETE', '/post']],
  () => [204, ['OPTIONS', '/post/1']],
];
