/**
 * Read one file of a tarball as an attacker or a debugger would.
 *
 * @param {string} path - inside of the tarball
 * @param {string} text
 * @param {string} root - the folder of the workspace
 * @returns {string[]} what is wrong
 */
export function judgeText(path, text, root) {
  return [
    ...SECRETS.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${path} holds ${what}`),
    ...(text.includes(root) ? [`${path} holds the path of this workspace`] : []),
    ...(path === 'package.json' ? judgeManifest(JSON.parse(text)) : []),
  ];
}

// --- internal ---

const SECRETS = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b|:_(?:authToken|password)\s*=/],
  ['a token of GitHub', /\bgh[opsru]_[A-Za-z0-9]{36}|\bgithub_pat_\w{20}/],
  ['a key of AWS', /\bAKIA[0-9A-Z]{16}\b/],
  ['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\./],
];
/** What npm runs when somebody installs the package. */
const AT_INSTALL = ['preinstall', 'install', 'postinstall', 'preprepare', 'prepare', 'postprepare'];

function judgeManifest({ scripts = {}, dependencies = {}, optionalDependencies = {}, peerDependencies = {} }) {
  const ranges = Object.entries({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return [
    ...AT_INSTALL.filter((name) => name in scripts).map((name) => `package.json runs "${name}" when it is installed`),
    ...ranges
      .filter(([, range]) => !/^[\^~]?\d[\w.-]*(?: \|\| \^\d[\w.-]*)*$/.test(range))
      .map(([name, range]) => `package.json takes ${name} from ${range}, which is no range of versions`),
  ];
}
