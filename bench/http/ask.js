import { Agent, request } from 'node:http';

/**
 * Send one request on a connection that stays open, as the generator does.
 *
 * @param body - a value, sent as JSON; a text is sent as it is; `undefined` for none
 * @returns status, header fields by their names as sent, body, and the length of the whole answer on the wire in bytes
 */
export function ask(port, { method, path, body, headers = {} }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const type =
    text === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers: { ...type, ...headers } }, (res) => {
      const { socket } = res;
      const chunks = [];
      res.on('data', (chunk) => chunks.push(chunk));
      res.on('end', () => {
        const names = res.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
        const answer = { status: res.statusCode, names, headers: res.headers, length: socket.bytesRead };
        agent.destroy();
        resolve({ ...answer, body: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

/** The bytes that the generator sends for the same. */
export function toBytes({ method, path, body, headers = {} }) {
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\n${more.join('')}`;
  if (body === undefined) return `${head}\r\n`;
  const text = JSON.stringify(body);
  return `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
