import type { ModelProvider } from '../src/index.ts';
import type { memoryModels } from './memory-models.ts';

/** Models in memory whose transactions, and nested ones, roll back when they fail; the outermost runs its work `runs` times. */
export function rollingBack(
  models: ReturnType<typeof memoryModels>,
  names: readonly string[],
  runs = 1,
): ModelProvider & { begun: number } {
  const provider = {
    ...models,
    begun: 0,
    repository: (name: string) => models.repository(name),
    transaction: async <T>(work: (tx: ModelProvider) => Promise<T>): Promise<T> => {
      provider.begun += 1;
      const before = names.map((name) => structuredClone(models.rows(name)));
      const rollBack = () => {
        for (const [index, name] of names.entries())
          models.rows(name).splice(0, Number.POSITIVE_INFINITY, ...structuredClone(before[index] ?? []));
      };
      for (let run = 1; ; run += 1) {
        try {
          const result = await work(rollingBack(models, names));
          if (run === runs) return result;
        } catch (error) {
          rollBack();
          throw error;
        }
        rollBack();
      }
    },
  };
  return provider;
}
