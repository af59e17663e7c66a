import type { RouteRow } from '@rest-gen/router';
import type { Described, OpenApiOptions } from '../options.ts';

/**
 * The source of a page: a `RestRouter`.
 *
 * @see docs/openapi-page.md
 */
export interface Documented extends Described {
  routes(): readonly RouteRow[];
}

/**
 * The options of `createOpenApi`, and those of the page.
 *
 * @see docs/openapi-page.md
 */
export interface DocsOptions extends OpenApiOptions {
  /**
   * The address of the service, relative to the page. Default `[{ url: '..' }]`, one level above the page:
   * `app.use('/docs', …)` documents a router at `/`, `app.use('/api/docs', …)` one at `/api`.
   */
  readonly servers?: OpenApiOptions['servers'];
  /** Title of the page. Default `info.title`. */
  readonly title?: string;
  /**
   * Where `createPlans(router)` of `@rest-gen/plans` is mounted, below the address of the service: `/plan`. Writes of classes with `static callable` get a
   * button that shows what they would do.
   */
  readonly plans?: string;
}
