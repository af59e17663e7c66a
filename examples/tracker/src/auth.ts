import { createAuth } from '@rest-gen/auth';
import models from './config/model.js';
import { origins } from './cors.js';
import { sendMail } from './mail.js';

declare module '@rest-gen/model' {
  /** Who sends a request: what the policies ask for. */
  interface User {
    id: number;
  }
}

/** Sessions, API tokens and passwords. */
export const auth = createAuth({ models, sendMail, origins });
