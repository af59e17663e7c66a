import { join } from 'node:path';
import { debug } from '../debug.ts';
import type { Project } from '../project/project.ts';
import { render } from '../render.ts';
import { statPath } from '../stat-path.ts';
import { type ComparedFile, compareFile, type OnConflict } from './compare-file.ts';
import { type Format, projectFormat } from './format.ts';
import type { PlannedFile } from './planned-file.ts';
import type { Change } from './write-files.ts';

/** Render planned files in the format of the project, and compare them with the disk. Writes nothing. */
export async function comparePlanned(
  project: Project,
  planned: readonly PlannedFile[],
  onConflict?: OnConflict,
): Promise<ComparedFile[]> {
  const format = projectFormat(project.root);
  return Promise.all(
    planned.map(async (file) => {
      const isNew = file.policy === 'own' || !statPath(join(project.root, file.path));
      const contents = isNew ? await format(file.path, await render(file.template, file.values, project.root)) : '';
      const compared = await compareFile(project.root, { ...file, contents }, onConflict);
      debug.plan('%s %s', compared.status, compared.path);
      return compared.status === 'route' ? keepFormat(compared, format) : compared;
    }),
  );
}

/** The changes that make compared files what they should be. */
export function changesOf(files: readonly ComparedFile[]): Change[] {
  return files.flatMap(({ target, before, after, status }) => {
    const isWritten = after !== undefined && (status === 'create' || status === 'overwrite' || status === 'route');
    return isWritten ? [{ target, after, ...(before !== undefined && { before }) }] : [];
  });
}

// --- internal ---

/** A file of the user that is in the format of the project stays in it; another one keeps its own. */
async function keepFormat(file: ComparedFile, format: Format): Promise<ComparedFile> {
  const { path, before, after } = file;
  if (before === undefined || after === undefined || (await format(path, before)) !== before) return file;
  return { ...file, after: await format(path, after) };
}
