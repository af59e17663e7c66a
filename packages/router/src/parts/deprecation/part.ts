import type { HeaderFields } from '../../core/contracts/exchange.ts';
import type { Part, StaticMember } from '../../core/contracts/part.ts';
import { ANY_VALUE } from '../../core/statics.ts';
import { type Lifecycle, planLifecycles } from './plan-lifecycles.ts';
import type { DeprecationStatics } from './statics.ts';

/** The link is part of a header field. */
const LINK: StaticMember = {
  expected: "a URL such as 'https://example.com/v2'",
  isValid: (value) =>
    typeof value === 'string' &&
    /^[!-~]+$/.test(value) &&
    !/[<>"]/.test(value) &&
    URL.canParse(value, 'http://localhost'),
};

/**
 * `static deprecated`, `static sunset` and `static deprecationLink`: the header fields `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a link to more about
 * it.
 */
export const deprecation: Part<DeprecationStatics> = {
  name: 'deprecation',
  statics: { deprecated: ANY_VALUE, sunset: ANY_VALUE, deprecationLink: LINK },

  plan({ Class, file }) {
    const { all, actions } = planLifecycles(Class, file);
    const link = Class.deprecationLink && `<${Class.deprecationLink}>; rel="deprecation"`;
    // The link goes with what is sent for all already.
    const ownLink = all.deprecated === false ? link : undefined;
    return {
      headers: writeHeaders(all, link),
      action({ method, action }) {
        if (method === '*') return undefined;
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
