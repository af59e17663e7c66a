export {};

declare module '@rest-gen/model' {
  /** Who a request is: `req.user`, which a middleware for authentication sets, or what the option `user` of the router returns. */
  interface User {
    readonly id: number;
  }
}
