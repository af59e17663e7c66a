/** Ways to write two dots, and what is taken for them somewhere. */
const DOTS = [
  ...['..', '%2e%2e', '%2E%2e', '.%2e', '%2e.', '%252e%252e', '%25252e%25252e', '%c0%ae%c0%ae', '%c0%2e%c0%2e'],
  ...['%e0%80%ae%e0%80%ae', '%f0%80%80%ae.', '%uff0e%uff0e', '%ef%bc%8e%ef%bc%8e', '....', '%2e.%2e'],
  ...['..;', '..%00', '%00..', '..%09', '..%20', '%20..', '..%3b', '.%00.', '..%ff', '0x2e0x2e', '~', '', '.'],
];
/** Ways to write a slash. */
const SLASHES = [
  ...['/', '//', '/./', '%2f', '%2F', '%252f', '\\', '%5c', '%255c', '/\\', '%c0%af', '%c1%9c', '%e0%80%af', '%u2215'],
  ...['%ef%bc%8f', '%00/'],
];
const DEPTHS = [1, 2, 3, 4, 6, 8, 12];
/** What is looked for: files of systems, and of an application. */
const FILES = [
  ...['etc/passwd', 'etc/shadow', 'proc/self/environ', 'windows/win.ini', 'boot.ini', 'src/config/model.ts'],
  ...['src/config/router.ts', 'dist/config/model.js', 'src/controller/rest.ts', 'package.json', '.env', '.git/config'],
];
/** What stands behind: an end for languages that end at it, and types that a check may look for. */
const ENDS = ['', '%00', '%00.json', '.json', '/', '?', '?id=1', '%20', '::$DATA', '%23', '.ts%00', ';a=b'];

/** Tails of paths that lead out of a folder, as scanners try them: each way to write dots with each slash, depth and file. */
export const TRAVERSALS: readonly string[] = [
  ...new Set(
    DOTS.flatMap((dots, one) =>
      SLASHES.flatMap((slash, two) =>
        DEPTHS.flatMap((depth, three) =>
          FILES.map((file, four) => {
            const end = ENDS[(one + two + three + four) % ENDS.length] as string;
            return (dots + slash).repeat(depth) + file.replaceAll('/', slash) + end;
          }),
        ),
      ),
    ),
  ),
];
