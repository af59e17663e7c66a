import type { RouteRow } from '@rest-gen/router';
import type { Described, OpenApiOptions } from '../options.ts';
import type { Info } from '../types.ts';

/** The source of a page: a `RestRouter`. */
export interface Documented extends Described {
  routes(): readonly RouteRow[];
}

/** The options of `createOpenApi`, all optional. */
export interface DocsOptions extends Partial<OpenApiOptions> {
  /** Title and version of the service. Default: name, version and description of the `package.json` above the rules. */
  readonly info?: Info;
  /**
   * The address of the service, relative to the page. Default `[{ url: '..' }]`, one level above the page: `app.use('/docs', …)` documents a router at `/`,
   * `app.use('/api/docs', …)` one at `/api`.
   */
  readonly servers?: OpenApiOptions['servers'];
  /** Title of the page. Default `info.title`. */
  readonly title?: string;
}
