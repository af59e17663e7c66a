import * as nodeModule from 'node:module';

/**
 * Resolve imports of compiled files to their TypeScript sources, as the compiler does: `./rest.js` to `rest.ts`.
 *
 * This needs a Node that strips types (22.18 and later).
 */
export function findSources(): void {
  (nodeModule as unknown as Hooked).registerHooks({
    resolve(specifier, context, next) {
      try {
        return next(specifier, context);
      } catch (error) {
        for (const source of sourcesOf(specifier)) {
          try {
            return next(source, context);
          } catch {
            // The error of the original import is more helpful.
          }
        }
        throw error;
      }
    },
  });
}

/**
 * The sources that a relative import may refer to.
 *
 * @example sourcesOf('./rest.js') // ['./rest.ts']
 */
export function sourcesOf(specifier: string): string[] {
  if (!/^\.{1,2}\//.test(specifier)) return [];
  const [, stem, kind] = /^(.*)\.([cm]?)js$/.exec(specifier) ?? [];
  if (stem !== undefined) return [`${stem}.${kind}ts`];
  return [`${specifier}.ts`, `${specifier}/index.ts`];
}

// --- internal ---

type Resolve = (specifier: string, context: unknown) => unknown;

/** `@types/node` of the oldest supported Node does not declare it. */
interface Hooked {
  registerHooks(hooks: { resolve(specifier: string, context: unknown, next: Resolve): unknown }): void;
}
