import type { CoreStatics } from '../../core/contracts/controller.ts';
import type { CallableStatics } from '../../parts/callable/statics.ts';
import type { CsvStatics } from '../../parts/csv/statics.ts';
import type { DeprecationStatics } from '../../parts/deprecation/statics.ts';
import type { DocumentStatics } from '../../parts/documents/statics.ts';
import type { IdempotencyStatics } from '../../parts/idempotency/statics.ts';
import type { RawBodyStatics } from '../../parts/raw-body/statics.ts';
import type { ResourceStatics } from '../../resource/contracts/statics.ts';

/** The static members that a class can have; none is inherited from `Controller`. */
export interface ControllerStatics
  extends CoreStatics,
    ResourceStatics,
    IdempotencyStatics,
    DeprecationStatics,
    RawBodyStatics,
    CallableStatics,
    CsvStatics,
    DocumentStatics {}
