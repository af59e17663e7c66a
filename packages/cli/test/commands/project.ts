import { makeProject } from '../fixture.ts';

const CRUD = ['get', 'post', 'put', 'patch', 'delete'].map((method) => `  ${method}Action() {}`).join('\n');
const CONTROLLER = `import { Controller } from '@rest-gen/router';\nexport default class extends Controller {\n${CRUD}\n}\n`;

export const RULES = `import { defineRules } from '@rest-gen/router';

// The rules.
export default defineRules([
  ['/user/:id?', 'rest'],
  ['/user/me', '/me', 'rest'],
  ['/tag/:id?', 'rest'],
  {
    match: '/v1',
    rules: [
      ['/v1/user/:id?', 'rest'],
      [/\\/v1\\/post(?:\\/(\\d+))?/, 'post?id=:2', 'rest'],
    ],
  },
]);
`;

/** A project with a finding of each kind. */
export function makeWrong(): string {
  return makeProject('js-esm', {
    files: {
      'src/config/router.js': RULES,
      'src/controller/user.js': CONTROLLER,
      'src/controller/post.js': CONTROLLER.replace('getAction() {}', 'getAction = () => 1;'),
      'src/controller/me.js': CONTROLLER,
      'src/logic/post.js': 'export default { postAction: {}, getAction: {} };\n',
      'src/logic/gone.js': 'export default {};\n',
    },
  });
}

/** A project without any. */
export function makeRight(
  rules = "export default [['/user/:id?', 'rest']];\n",
  others: Record<string, string> = {},
): string {
  return makeProject('js-esm', {
    files: {
      'src/config/router.js': rules,
      'src/controller/user.js': CONTROLLER,
      'src/logic/user.js': 'export default {};\n',
      ...others,
    },
  });
}
