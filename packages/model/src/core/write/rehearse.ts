import type { ModelProvider } from '../provider.ts';

export async function rehearse<T>(models: ModelProvider, work: () => Promise<T>): Promise<T> {
  const undo = new Error('rolled back');
  let result: T;
  try {
    await models.transaction(async () => {
      result = await work();
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return result!;
}
