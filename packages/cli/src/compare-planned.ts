import { join } from 'node:path';
import { type ComparedFile, compareFile, type OnConflict } from './compare.ts';
import { entryAt } from './entry.ts';
import { type Format, projectFormat } from './format.ts';
import { recordFiles } from './manifest/manifest.ts';
import type { PlannedFile } from './plan.ts';
import type { Project } from './project.ts';
import { render } from './render.ts';
import { type Change, writeFiles } from './write.ts';

/** Render planned files in the format of the project, and compare them with the disk. Writes nothing. */
export async function comparePlanned(
  project: Project,
  planned: readonly PlannedFile[],
  onConflict?: OnConflict,
): Promise<ComparedFile[]> {
  const format = projectFormat(project.root);
  return Promise.all(
    planned.map(async (file) => {
      const isNew = file.policy === 'own' || !entryAt(join(project.root, file.path));
      const contents = isNew ? await format(file.path, await render(file.template, file.values, project.root)) : '';
      const compared = await compareFile(project.root, { ...file, contents }, onConflict);
      return compared.status === 'route' ? keepFormat(compared, format) : compared;
    }),
  );
}

/** Say which of the project's own templates were written for other values than they get now. */
export async function ownTemplateNotes(project: Project, planned: readonly PlannedFile[]): Promise<string[]> {
  if (!entryAt(join(project.root, '.rest-gen/templates'))) return [];
  const [{ templateNotes }, { signatureOf }] = await Promise.all([
    import('./eject/user-template.ts'),
    import('./templates/values.ts'),
  ]);
  return templateNotes(project.root, new Map(planned.map(({ template }) => [template, signatureOf(template)])));
}

/** What is to be written. */
export function changesOf(files: readonly ComparedFile[]): Change[] {
  return files.flatMap(({ target, before, after, status }) => {
    const isWritten = after !== undefined && (status === 'create' || status === 'overwrite' || status === 'route');
    return isWritten ? [{ target, after, ...(before !== undefined && { before }) }] : [];
  });
}

/** Write what is to be written, and note it in the manifest. @returns whether there was anything */
export async function writeCompared(root: string, files: readonly ComparedFile[]): Promise<boolean> {
  const changes = changesOf(files);
  await writeFiles(root, [...changes, ...recordFiles(root, files)]);
  return changes.length > 0;
}

// --- internal ---

/** A file of the user that is in the format of the project stays in it; another one keeps its own. */
async function keepFormat(file: ComparedFile, format: Format): Promise<ComparedFile> {
  const { path, before, after } = file;
  if (before === undefined || after === undefined || (await format(path, before)) !== before) return file;
  return { ...file, after: await format(path, after) };
}
