import type { HeaderFields, Part } from '../../contracts/part.ts';
import { wrongStatic } from '../../wrong-static.ts';
import { type Lifecycle, readLifecycles } from './read-lifecycle.ts';

/**
 * `static deprecated`, `static sunset` and `static deprecationLink`: the header fields `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a link to more about
 * it.
 */
export const deprecation: Part = {
  name: 'deprecation',

  plan(Class, file) {
    const { all, actions } = readLifecycles(Class, file);
    const link = readLink(Class.deprecationLink, file);
    // The link goes with what is sent for all already.
    const ownLink = all.deprecated === false ? link : undefined;
    return {
      headers: writeHeaders(all, link),
      action(_method, action) {
        const own = actions.get(action);
        return own ? { headers: writeHeaders(own, ownLink), described: own } : { described: all };
      },
    };
  },
};

// --- internal ---

function writeHeaders({ deprecated, sunset }: Lifecycle, link: string | undefined): HeaderFields {
  const fields: [string, string][] = [];
  if (deprecated instanceof Date) fields.push(['Deprecation', `@${Math.floor(deprecated.getTime() / 1000)}`]);
  if (sunset !== undefined) fields.push(['Sunset', sunset.toUTCString()]);
  if (deprecated !== false && link !== undefined) fields.push(['Link', link]);
  return fields;
}

function readLink(value: unknown, file: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const isTarget = typeof value === 'string' && /^[!-~]+$/.test(value) && !/[<>"]/.test(value);
  if (!isTarget || !URL.canParse(value, 'http://localhost'))
    throw wrongStatic('deprecationLink', value, "a URL such as 'https://example.com/v2'", file);
  return `<${value}>; rel="deprecation"`;
}
