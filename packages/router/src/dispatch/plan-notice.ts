import type { ControllerClass } from '../controller/controller-class.ts';
import { type Lifecycle, readLifecycles } from '../controller/read-lifecycle.ts';
import { wrongStatic } from '../controller/wrong-static.ts';

/** Header fields that tell of the end of something, `[['Sunset', 'Fri, 01 Jan 2027 00:00:00 GMT']]`. */
export type Notice = readonly (readonly [name: string, value: string])[];

/** What is sent with all answers of a controller, and with those of an action besides; `undefined` for nothing. */
export interface NoticePlan {
  readonly all: Notice | undefined;
  readonly actions: ReadonlyMap<string, Notice>;
}

/**
 * Write the header fields of what a controller says of its end: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and a link to more about it.
 *
 * @throws {StartError} `E_CONTROLLER_STATIC`
 */
export function planNotice(Class: ControllerClass, file: string | undefined): NoticePlan {
  const { all, actions } = readLifecycles(Class, file);
  const link = readLink(Class.deprecationLink, file);
  const common = writeNotice(all, link);
  const own = Array.from(actions, ([name, lifecycle]): [string, Notice] => {
    // The link goes with what is sent for all already.
    return [name, writeNotice(lifecycle, all.deprecated === false ? link : undefined)];
  });
  return { all: common.length > 0 ? common : undefined, actions: new Map(own) };
}

// --- internal ---

function writeNotice({ deprecated, sunset }: Lifecycle, link: string | undefined): Notice {
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
