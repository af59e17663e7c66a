import { once } from 'node:events';
import { type IncomingMessage, METHODS, request, type Server } from 'node:http';

/** What `curl -i` prints. */
export interface Printed {
  readonly status: string;
  /** In the order in which they came: `Content-Type: text/plain`. */
  readonly headers: readonly string[];
  readonly body: string;
}

/**
 * Send what a line of `curl` sends, and give what `curl -i` prints.
 *
 * @param command - `curl -i` with `-X`, `-H`, `-d`, `-F`, `-r`, `-I`, `-g`, and one address at `localhost:3000`
 * @param port - of 127.0.0.1, in place of 3000
 */
export async function runCurl(command: string, port: number): Promise<Printed> {
  const { method, headers, data, path } = readCommand(command);
  const known = METHODS.includes(method) ? { method } : { method: 'POST', headers: { ...headers, [METHOD]: method } };
  const sent = request({ host: '127.0.0.1', port, path, headers, agent: false, ...known });
  sent.end(data);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return {
    status: `HTTP/${answer.httpVersion} ${answer.statusCode} ${answer.statusMessage}`,
    headers: pairsOf(answer.rawHeaders),
    body: Buffer.concat(chunks).toString(),
  };
}

/** Let a server take the methods that this Node does not know (QUERY in early versions of 20) from {@link runCurl}. */
export function takeAllMethods(server: Server): void {
  server.prependListener('request', (req) => {
    req.method = (req.headers[METHOD] as string | undefined) ?? req.method;
  });
}

// --- internal ---

const METHOD = 'x-method-in-test';

interface Command {
  method: string;
  headers: Record<string, string>;
  data: string | undefined;
  path: string;
}

function readCommand(command: string): Command {
  const [name, ...words] = splitWords(command);
  if (name !== 'curl') throw new Error(`Not a line of curl: ${command}`);
  const headers: Record<string, string> = { Host: 'localhost:3000', Accept: '*/*' };
  let [method, data, path]: (string | undefined)[] = [];
  const flags = new Set<string>();
  const form: string[] = [];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-X') method = words.shift();
    else if (word === '-d') data = words.shift();
    else if (word === '-r') headers.Range = `bytes=${words.shift()}`;
    else if (word === '-F') form.push(writePart(words.shift() ?? ''));
    else if (word === '-H') setHeader(headers, words.shift() ?? '');
    else if (['-i', '-I', '-g'].includes(word)) flags.add(word);
    else if (word.startsWith('localhost:3000/')) path = word.slice('localhost:3000'.length);
    else throw new Error(`${word} is not known here: ${command}`);
  }
  if (path === undefined || !(flags.has('-i') || flags.has('-I'))) throw new Error(`No address or no -i: ${command}`);
  if (/[[\]{}]/.test(path) && !flags.has('-g'))
    throw new Error(`curl needs -g for an address with brackets: ${command}`);
  if (form.length > 0) {
    data = `${form.join('')}--part--\r\n`;
    headers['Content-Type'] = 'multipart/form-data; boundary=part';
  }
  if (data !== undefined) {
    headers['Content-Type'] ??= 'application/x-www-form-urlencoded';
    headers['Content-Length'] = String(Buffer.byteLength(data));
  }
  return { method: method ?? (flags.has('-I') ? 'HEAD' : data === undefined ? 'GET' : 'POST'), headers, data, path };
}

/** A field of a form. Each file has the same text. */
function writePart(field: string): string {
  const [, name, file, value] = /^(\w+)=(?:@(.+)|(.*))$/.exec(field) ?? [];
  const what =
    file === undefined ? `\r\n\r\n${value}` : `; filename="${file}"\r\nContent-Type: text/plain\r\n\r\n0123456789`;
  return `--part\r\nContent-Disposition: form-data; name="${name}"${what}\r\n`;
}

/** The words of a shell's line: bare, or in single quotes. */
function splitWords(line: string): string[] {
  return [...line.matchAll(/(?:[^\s']+|'[^']*')+/g)].map(([word]) => word.replaceAll("'", ''));
}

function setHeader(headers: Record<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([\w-]+): *(.*)$/.exec(line) ?? [];
  headers[name] = value;
}

function pairsOf(rawHeaders: readonly string[]): string[] {
  return rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
}
