/** How the actions of a class take bodies. */
export interface RawBodyStatics {
  /**
   * The own actions of the class take bodies of any media type as they come: `'raw'` as a `Buffer`, which the signature of a webhook is made of, `'text'` as
   * a string. Default: JSON, and forms with `static forms`.
   */
  body?: 'raw' | 'text';
}
