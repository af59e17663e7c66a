import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/sqlite';
import { createModels } from '../../../src/index.ts';
import { describeKyselyRelations } from '../../relations/kysely-relations.ts';
import { openSchema } from '../../relations/random-relations.ts';
import type { RandomSchema } from '../../relations/random-schema.ts';

const open = (schema: RandomSchema) => openSchema(schema, (options) => createModels('sqlite::memory:', options));

describeKyselyRelations('SQLite', open, { jsonArrayFrom, jsonObjectFrom });
