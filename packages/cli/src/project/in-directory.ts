import process from 'node:process';

/** Run `work` with this working directory: addresses of stores and the migrations folder are relative to the project. */
export async function inDirectory<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(directory);
  try {
    return await work();
  } finally {
    process.chdir(before);
  }
}
