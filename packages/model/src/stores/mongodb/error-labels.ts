/** Whether the driver or the server has put this label on an error. */
export function hasLabel(
  error: unknown,
  label: 'TransientTransactionError' | 'UnknownTransactionCommitResult',
): boolean {
  const has = (error as { hasErrorLabel?: unknown } | undefined)?.hasErrorLabel;
  return typeof has === 'function' && has.call(error, label) === true;
}
