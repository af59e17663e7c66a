/** Whether an error of `import()` says that the loader has none: that of Jest, unless Node runs with `--experimental-vm-modules`. */
export function lacksImport(error: unknown): boolean {
  const { code } = Object(error) as { readonly code?: unknown };
  return code === 'ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING_FLAG';
}
