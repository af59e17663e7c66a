/** The static members of a class that the core reads. Every part adds its own. */
export interface CoreStatics {
  /** The class is the base of others, not a controller. Holds for the class that says it, not for those that extend it. */
  abstract?: boolean;
  /** One record without an id (`/profile`): PUT, PATCH and DELETE are for the path without id too, QUERY only where this class writes it. Default `false`. */
  singleton?: boolean;
  /** The only actions of the class, those that it inherits among them: `['get', 'post']`. HEAD comes with `get`. Default: all that it has. */
  actions?: readonly string[];
  /** Milliseconds until the answer has to begin, and in which a part of the body has to arrive; 0 for no limit. Default: the option `timeout`. */
  timeout?: number;
  /** Items of one list in a body, and records that a PATCH or DELETE of a collection may change. Default: the option `limits.items`. */
  maxItems?: number;
  /**
   * Writes take the bodies of forms, too: `application/x-www-form-urlencoded`, and what a middleware such as multer reads of `multipart/form-data`.
   * A page of another site can post a form with the cookies of its visitor: where cookies log in, protect such a class against that. Default `false`: 415.
   */
  forms?: boolean;
  /** Parameters of rules that are no conditions on the records, such as the language in `/:lang/post/:id?`: `['lang']`. Default: all are but `id`. */
  unscoped?: readonly string[];
  /** What the resource is, in CommonMark, for documents. */
  description?: string;
}

/** What the core calls of an instance, which serves one request. The base class `Controller` has all of it. */
export interface ControllerInstance {
  __before?(): unknown;
  __after?(): unknown;
  __call?(): unknown;
}

/** The class of a controller as the core and a part use it; that of the public API, `ControllerClass`, extends `Controller`. */
export type ControllerConstructor<Statics extends object = object> = (new () => ControllerInstance) &
  CoreStatics &
  Statics;
