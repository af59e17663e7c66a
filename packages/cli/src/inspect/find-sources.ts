import * as nodeModule from 'node:module';

/**
 * Lead imports that find nothing to the TypeScript source that they mean: `./rest.js` to `rest.ts`, as the compiler does.
 *
 * For a Node that strips types by itself (22.18 and later).
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
            // The error of the import as it is written says more.
          }
        }
        throw error;
      }
    },
  });
}

/**
 * The sources that a relative import may mean.
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

/** Younger than the types of the Node that is supported. */
interface Hooked {
  registerHooks(hooks: { resolve(specifier: string, context: unknown, next: Resolve): unknown }): void;
}
