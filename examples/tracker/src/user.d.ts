import type { User } from '@rest-gen/router';

declare module '@rest-gen/router' {
  /** Who a request is: what the token says, see auth.ts. */
  interface User {
    id: number;
  }
}

declare global {
  namespace Express {
    interface Request {
      user?: User;
    }
  }
}
