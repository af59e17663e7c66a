import { createModels } from '../../../packages/model/src/index.ts';
import { describeBigIntegers } from '../big-integers.ts';

describeBigIntegers('sqlite', () => createModels('sqlite::memory:'));
