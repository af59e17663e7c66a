import { run } from './cli.ts';
import { EXIT } from './errors.ts';

let isLost = false;

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that closes early (`rest-gen … | head -1`) is no failure.
    if (error.code === 'EPIPE' || isLost) return;
    isLost = true;
    process.exitCode = EXIT.internal;
    process.stderr.write(`error The output cannot be written: ${error.message}.\n`);
  });
}

void run(process.argv.slice(2), {
  cwd: workingDirectory(),
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
}).then((code) => {
  process.exitCode = isLost ? EXIT.internal : code;
});

// --- internal ---

/** One that is gone has a name still, which the commands miss it by. */
function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return process.env.PWD ?? '/';
  }
}
