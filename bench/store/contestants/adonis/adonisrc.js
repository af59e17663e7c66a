import { defineConfig } from '@adonisjs/core/app';

export default defineConfig({
  commands: [],
  providers: [
    () => import('@adonisjs/core/providers/app_provider'),
    () => import('@adonisjs/core/providers/vinejs_provider'),
    () => import('@adonisjs/lucid/database_provider'),
  ],
  preloads: [() => import('./start/routes.js'), () => import('./start/kernel.js')],
});
