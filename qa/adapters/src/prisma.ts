import type { SqlClient, SqlQuery, SqlResult } from '@rest-gen/model';
import type { PrismaClient } from '../generated/client.ts';

type Raw = Pick<PrismaClient, '$queryRawUnsafe' | '$executeRawUnsafe'>;

/** The models on the connections of a Prisma client for PostgreSQL. */
export function prismaClient(prisma: PrismaClient): SqlClient {
  const on =
    (executor: Raw): SqlQuery =>
    async (text, parameters) => {
      if (/^\s*(?:select|with)\b|\breturning\b/i.test(text)) {
        return { rows: await executor.$queryRawUnsafe<SqlResult['rows']>(text, ...parameters).catch(rethrow) };
      }
      return { rows: [], affected: await executor.$executeRawUnsafe(text, ...parameters).catch(rethrow) };
    };
  return {
    dialect: 'postgres',
    query: on(prisma),
    transaction: (work) =>
      prisma
        .$transaction((tx) => work(on(tx)), { isolationLevel: 'Serializable', maxWait: 5_000, timeout: 30_000 })
        .catch(rethrow),
    close: () => prisma.$disconnect(),
  };
}

/** Give the error that PostgreSQL gave; Prisma keeps it deep inside of its own. */
function rethrow(thrown: unknown): never {
  const { code, meta } = thrown as { code?: string; meta?: { driverAdapterError?: { cause?: Original } } };
  const { originalCode, originalMessage, constraint } = meta?.driverAdapterError?.cause ?? {};
  const state = code === 'P2034' ? '40001' : originalCode;
  if (state === undefined) throw thrown;
  throw Object.assign(new Error(originalMessage, { cause: thrown }), { code: state, constraint: constraint?.index });
}

type Original = { originalCode?: string; originalMessage?: string; constraint?: { index?: string } };
