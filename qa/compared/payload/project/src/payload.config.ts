import { postgresAdapter } from '@payloadcms/db-postgres';
import { buildConfig } from 'payload';
import { Issues } from './collections/Issues.ts';
import { Users } from './collections/Users.ts';

export default buildConfig({
  admin: { user: Users.slug },
  collections: [Users, Issues],
  secret: process.env.PAYLOAD_SECRET ?? '',
  db: postgresAdapter({ pool: { connectionString: process.env.DATABASE_URL } }),
});
