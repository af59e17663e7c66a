/** The result code of SQLite, with its extension (https://sqlite.org/rescode.html); `undefined` for errors that are not SQLite's. */
export function extendedCodeOf(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | undefined)?.errcode;
  return error instanceof Error && typeof code === 'number' ? code : undefined;
}

/** The result code of SQLite without its extension. */
export function primaryCodeOf(error: unknown): number | undefined {
  const code = extendedCodeOf(error);
  return code === undefined ? undefined : code & 0xff;
}

/** Another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return primaryCodeOf(error) === busy;
}

// --- internal ---

const busy = 5;
