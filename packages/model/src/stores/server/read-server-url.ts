import { ModelsError } from '../../models-error.ts';

export interface ServerHost {
  /** A name, an address (of version 6 without brackets), or the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
}

/** The parts of an address such as `postgres://user:password@first:5432,second:5433/database?sslmode=require`. */
export interface ServerAddress {
  readonly hosts: readonly ServerHost[];
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string;
  /** By name; the last one if a name is repeated. */
  readonly options: ReadonlyMap<string, string>;
}

export interface ServerUrlRules {
  /** The default port. */
  readonly port: number;
  /** The names of the options. */
  readonly options: readonly string[];
  /** An example address for the hint of errors. */
  readonly example: string;
}

/**
 * Parse the address of a store on a server; it may name several hosts. Names, passwords and the database may have
 * percent escapes.
 *
 * @throws {ModelsError} `E_STORE_URL` for a malformed address, a missing database, or an unknown option; it does not
 *   repeat parts of the address, because each may contain a password
 */
export function readServerUrl(url: string, rules: ServerUrlRules): ServerAddress {
  const refuse = (message: string, hint = `Write it as ${rules.example}. ${escapes}`): ModelsError =>
    new ModelsError('E_STORE_URL', message, { hint });
  const [, authority, path = '', query = ''] = form.exec(url) ?? [];
  if (authority === undefined) throw refuse('The address of the store has the wrong form');
  const at = authority.lastIndexOf('@');
  const [, user, password] = /^([^:]*)(?::(.*))?$/s.exec(authority.slice(0, Math.max(at, 0))) ?? [];
  try {
    const hosts = authority
      .slice(at + 1)
      .split(',')
      .map((one) => {
        const host = parseHost(one, rules.port);
        if (host === undefined) throw refuse('The address of the store has an invalid host or port');
        return host;
      });
    const database = decodeURIComponent(path.slice(1));
    const options = readOptions(query, rules.options);
    if (database === '' || /[/\0]/.test(database)) throw refuse('The address of the store has no database name');
    return { hosts, database, options, user: user ? decodeURIComponent(user) : undefined, password: decoded(password) };
  } catch (error) {
    if (error instanceof URIError) throw refuse('The address of the store has an invalid percent escape', escapes);
    throw error;
  }
}

/** The value of an option, or the first choice. @throws {ModelsError} `E_STORE_URL` for another value */
export function parseChoice<Choice extends string>(
  name: string,
  value: string | undefined,
  choices: readonly [Choice, ...Choice[]],
  reason = '',
): Choice {
  const found = value === undefined ? choices[0] : choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  throw new ModelsError('E_STORE_URL', `The \`${name}\` of the address is not supported`, {
    hint: `Use ${choices.join(', ')}.${reason}`,
  });
}

// --- internal ---

const form = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/i;
const hostForm = /^(?:\[([\da-f:.]+(?:%25[\w.-]+)?)\]|([^:[\]\s]*))(?::(\d{1,5}))?$/i;
const escapes = 'In a password, write % as %25, @ as %40, / as %2F, ? as %3F, # as %23.';

function parseHost(text: string, defaultPort: number): ServerHost | undefined {
  const [match, version6, name, port = defaultPort] = hostForm.exec(text) ?? [];
  if (match === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return { host: decodeURIComponent(version6 ?? name ?? '') || 'localhost', port: Number(port) };
}

// A misspelled `sslmode` must not turn encryption off.
function readOptions(query: string, known: readonly string[]): Map<string, string> {
  const options = new Map(new URLSearchParams(query));
  for (const name of options.keys()) {
    if (known.includes(name)) continue;
    throw new ModelsError('E_STORE_URL', 'The address of the store has an unknown option', {
      hint: `The options are ${known.join(', ')}.`,
    });
  }
  return options;
}

function decoded(text: string | undefined): string | undefined {
  return text === undefined ? undefined : decodeURIComponent(text);
}
