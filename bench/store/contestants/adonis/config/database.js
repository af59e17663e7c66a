import { defineConfig } from '@adonisjs/lucid';
import { knexConfig } from '../../shared/knex-config.js';

export default defineConfig({ connection: 'main', connections: { main: knexConfig(process.env.DATABASE_URL) } });
