import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory that belongs to a user of the system: servers of databases do not run as root. */
export function makeFolder(user: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'rest-gen-order-'));
  const { uid, gid } = idsOf(user);
  chownSync(folder, uid, gid);
  return folder;
}

/** Run a program to its end. @throws {Error} with what it wrote */
export function run(user: string, command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { ...idsOf(user), encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
  return stdout;
}

/** Start a server, and wait until its port answers. */
export async function serve(
  user: string,
  command: string,
  args: readonly string[],
  port: number,
): Promise<ChildProcess> {
  const child = spawn(command, args, { ...idsOf(user), stdio: 'ignore' });
  for (let tries = 0; tries < 300; tries++) {
    if (await answers(port)) return child;
    if (child.exitCode !== null) break;
    await new Promise((resolve) => void setTimeout(resolve, 100));
  }
  child.kill('SIGKILL');
  throw new Error(`${command} does not answer on port ${port}`);
}

export async function stop(child: ChildProcess, folder: string): Promise<void> {
  const ended = new Promise((resolve) => void child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

// --- internal ---

function idsOf(user: string): { uid: number; gid: number } {
  const ask = (option: string) => Number(spawnSync('id', [option, user], { encoding: 'utf8' }).stdout);
  const ids = { uid: ask('-u'), gid: ask('-g') };
  if (!Number.isInteger(ids.uid) || ids.uid === 0) throw new Error(`The user "${user}" is needed to run its server.`);
  return ids;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
