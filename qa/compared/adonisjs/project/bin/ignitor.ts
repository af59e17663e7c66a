import 'reflect-metadata';
import { Ignitor } from '@adonisjs/core';

const ROOT = new URL('../', import.meta.url);
const importer = (path: string) => import(path.startsWith('.') ? new URL(path, ROOT).href : path);

export const ignitor = new Ignitor(ROOT, { importer }).tap((app) => {
  app.booting(async () => {
    await import('#start/env');
  });
  app.listen('SIGTERM', () => app.terminate());
});
