import type { Route } from './types.ts';
import { writeKey } from './write-key.ts';
import { fillPath } from './write-query.ts';

export type Id = string | number | bigint | boolean | object;

/** The paths of a resource below its parents. */
export class Paths {
  readonly #route: Route;
  readonly #parents: Readonly<Record<string, unknown>>;

  constructor(route: Route, parents: Readonly<Record<string, unknown>>) {
    this.#route = route;
    this.#parents = parents;
  }

  get collection(): string {
    return fillPath(this.#route.path, this.#parents);
  }

  /** @param path - that of an own action; default: that of the record */
  of(id: Id | undefined, path: string = this.#item): string {
    // A template without an id is that of the only record.
    return id === undefined || id === null ? fillPath(path, this.#parents) : this.ofSegment(writeKey(id), path);
  }

  /** @param segment - names the record, encoded */
  ofSegment(segment: string, path: string = this.#item): string {
    return fillPath(
      path.replace('{id}', () => segment),
      this.#parents,
    );
  }

  get #item(): string {
    return this.#route.item ?? this.#route.path;
  }
}
