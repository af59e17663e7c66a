import type { Application } from '../declarations';
import { issue } from './issues/issues';

export const services = (app: Application) => {
  app.configure(issue);
};
