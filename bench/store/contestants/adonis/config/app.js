import { Secret } from '@adonisjs/core/helpers';
import { defineConfig } from '@adonisjs/core/http';

export const appKey = new Secret('a key that signs nothing in this benchmark');

export const http = defineConfig({
  generateRequestId: true,
  allowMethodSpoofing: false,
  useAsyncLocalStorage: false,
  etag: true,
});
