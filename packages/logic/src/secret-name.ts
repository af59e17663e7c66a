/** What names of secrets contain. Logs leave out their values, `check` warns of columns that are shown, and `migrate --pull` does not open them. */
export const SECRET_NAME: RegExp =
  /authorization|cookie|passw|passphrase|passcode|pwd|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credential|session[-_]?id|jwt/i;

/** Whether a value of this name is a secret: `password`, `X-Api-Key`, `accessToken`. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}
