/**
 * Who a request is: what the option `user` of the router returns, `req.user` by default. It is empty until a project adds its own members:
 *
 * `declare module '@rest-gen/model' { interface User { id: number } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: the members come from the project, by declaration merging.
export interface User {}

/** The user of a request; without members of `User`, any are accepted. */
// biome-ignore lint/suspicious/noExplicitAny: a project that has not said what its user is may use everything of it.
export type CurrentUser = [keyof User] extends [never] ? Readonly<Record<string, any>> : User;
