/** What documents (OpenAPI) say of a class, beyond what the router knows. */
export interface DocumentStatics {
  /**
   * `false`: no document has the class. By the name of an action: `false`, or members of its operation, such as `{ archiveAction: { description: '…' } }`.
   */
  openapi?: false | Readonly<Record<string, false | Readonly<Record<string, unknown>>>>;
}
