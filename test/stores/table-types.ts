import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { writeFiles } from '../../packages/cli/src/files/write-files.ts';
import { compareTypes } from '../../packages/cli/src/plan/plan-types.ts';
import { findProject, type Project } from '../../packages/cli/src/project/project.ts';
import { createModels, type Models } from '../../packages/model/src/index.ts';
import { ROOT } from '../workspace.ts';

/** Every type of column that a migration can have, and references to keys of every type. */
const MIGRATIONS = join(ROOT, 'test/stores/fixtures/every-type');

/**
 * A project that is developed on SQLite has the same types of tables where it runs.
 *
 * @param open - gives models on an empty database; the suite closes them
 */
export function describeTableTypes(open: (migrations: string) => Models): void {
  it('types of tables are those of SQLite', async () => {
    const root = mkdtempSync(join(tmpdir(), 'rest-gen-types-'));
    const project = { ...findProject(ROOT), root };
    const written = await compare(project, createModels('sqlite::memory:', { migrations: MIGRATIONS }));
    await writeFiles([written]);
    const checked = await compare(project, open(MIGRATIONS));
    rmSync(root, { recursive: true });
    expect(checked.after ?? written.after).to.equal(written.after);
    expect(checked.status).to.equal('identical');
  });
}

// --- internal ---

async function compare(project: Project, models: Models): ReturnType<typeof compareTypes> {
  try {
    await models.migrate();
    return await compareTypes(project, models);
  } finally {
    await models.close();
  }
}
