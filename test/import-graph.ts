import { dirname, join, relative } from 'node:path/posix';
import type { Import } from './read-imports.ts';

/** The files of a package and their static imports; paths relative to `src`. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** @param src - `packages/router/src` */
export function toGraph(src: string, files: readonly string[], imports: readonly Import[]): ImportGraph {
  const graph = new Map<string, string[]>(files.map((file) => [relative(src, file), []]));
  for (const { file, specifier, isLazy } of imports) {
    if (specifier.startsWith('.') && !isLazy)
      graph.get(relative(src, file))?.push(relative(src, join(dirname(file), specifier)));
  }
  return graph;
}

/** A cycle of imports, with the first file repeated at its end, if any. */
export function findCycle(graph: ImportGraph): string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const target of graph.get(file) ?? []) {
      const cycle = visit(target, [...path, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/**
 * Imports that point back: from a folder to one that comes after it.
 *
 * @param order - see `FOLDER_ORDER`
 * @returns `respond/send-error.ts → controller/controller.ts`
 */
export function findBackEdges(graph: ImportGraph, order: readonly string[]): string[] {
  const rank = ranks(graph, order);
  return [...graph].flatMap(([file, targets]) =>
    targets.filter((target) => rank(target) > rank(file)).map((target) => `${file} → ${target}`),
  );
}

/** Names in the order that do not exist, and folders missing in it. */
export function compareOrder(graph: ImportGraph, order: readonly string[]): { unknown: string[]; missing: string[] } {
  const folders = new Set([...graph.keys()].map((file) => dirname(file)));
  return {
    unknown: order.filter((name) => !folders.has(name) && !graph.has(name)),
    missing: [...folders].filter((folder) => !order.includes(folder)),
  };
}

// --- internal ---

function ranks(graph: ImportGraph, order: readonly string[]): (file: string) => number {
  const isLow = (file: string): boolean =>
    dirname(file) === '.' && !order.includes(file) && (graph.get(file) ?? []).every(isLow);
  return (file) => (isLow(file) ? -1 : order.indexOf(order.includes(file) ? file : dirname(file)));
}
