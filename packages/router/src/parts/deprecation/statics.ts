/** A date of ISO 8601, in UTC where it has no time: `2026-01-01`, `2026-01-01T12:00:00+02:00`. */
export type Moment = string | Date;

/** By the name of an action: `{ postAction: … }`. */
export type ByAction<T> = Readonly<Record<string, T>>;

/** The end of a class or an action. */
export interface DeprecationStatics {
  /**
   * Clients should move on to something else, since or from a date: `'2026-01-01'`, for all or by action: `{ postAction: '2026-01-01' }`. It is sent as
   * `Deprecation` (RFC 9745); `true` has no date and is said in documents alone. Default `false`.
   */
  deprecated?: boolean | Moment | ByAction<boolean | Moment>;
  /** From when on it may be gone, `'2027-01-01'`, for all or by action; sent as `Sunset` (RFC 8594). Not before `deprecated`. */
  sunset?: Moment | ByAction<Moment>;
  /** URL of a page about the deprecation; sent as `Link` with `rel="deprecation"`. */
  deprecationLink?: string;
}
