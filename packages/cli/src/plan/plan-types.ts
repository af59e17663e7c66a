import { join } from 'node:path';
import type { Models } from '@rest-gen/model';
import type { ComparedFile } from '../files/compare-file.ts';
import { compareGenerated, headerOf } from '../files/compare-generated.ts';
import type { Project } from '../project/project.ts';
import { render } from '../render.ts';
import type { TableRelations } from './related-types.ts';
import { typeTables } from './table-types.ts';

/** The file with the types of the tables, relative to the project. */
export const TYPES_FILE = 'src/tables.d.ts';

/**
 * Compare `src/tables.d.ts` with the tables of the database. Writes nothing.
 *
 * @throws {CliError} `E_CONFLICT` when rest-gen did not write the existing file; errors of the models are not changed
 */
export async function compareTypes(
  { root }: Project,
  models: Pick<Models, 'tables'>,
  relations?: TableRelations,
): Promise<ComparedFile> {
  const sqlTables = typeTables(await models.tables(), relations);
  const tables = sqlTables.filter(({ id }) => id !== undefined);
  const columns = sqlTables.flatMap((table) => table.columns);
  const wheres = tables.flatMap((table) => [
    ...table.columns.map(({ where }) => where),
    ...table.related.where.map(({ type }) => type),
  ]);
  const imports = [
    ...(['FilterOf<', 'RelationFilterOf<', 'TextFilterOf<'] as const).flatMap((name) =>
      wheres.some((where) => where.startsWith(name)) ? [name.slice(0, -1)] : [],
    ),
    ...(columns.some(({ sql }) => sql.startsWith('Generated<')) ? ['Generated'] : []),
    ...(tables.some((table) => table.columns.some(({ update }) => update.includes('Increment'))) ? ['Increment'] : []),
    ...(columns.some(({ sql }) => sql.startsWith('SqlColumn<')) ? ['SqlColumn'] : []),
  ].sort();
  const text = render('tables', { header: headerOf('types', 'the tables have changed'), imports, tables, sqlTables });
  const file = compareGenerated(TYPES_FILE, join(root, TYPES_FILE), text, 'types');
  return file.status === 'overwrite' ? { ...file, status: 'update' } : file;
}
