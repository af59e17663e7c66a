import type { ProjectRequest } from './plan-project.ts';

/** `Dockerfile`: built in one stage, run in another one by a user without rights. */
export function dockerfile(request: ProjectRequest): string[] {
  const isTs = request.language === 'ts';
  const hasModel = request.database !== 'none';
  const built = isTs ? 'dist' : 'src';
  return [
    'FROM node:22-slim AS build',
    'WORKDIR /app',
    'COPY package*.json ./',
    'RUN npm ci --no-audit --no-fund',
    'COPY . .',
    ...(isTs ? ['RUN npm run build'] : []),
    'RUN npm prune --omit=dev --no-audit --no-fund',
    '',
    'FROM node:22-slim',
    'ENV NODE_ENV=production PORT=3000',
    'WORKDIR /app',
    'COPY --from=build /app/package.json ./',
    'COPY --from=build /app/node_modules ./node_modules',
    `COPY --from=build /app/${built} ./${built}`,
    ...(hasModel ? ['COPY --from=build /app/migrations ./migrations'] : []),
    ...(request.database === 'sqlite' ? ['RUN mkdir data && chown node:node data', 'VOLUME /app/data'] : []),
    'USER node',
    'EXPOSE 3000',
    `HEALTHCHECK --interval=30s --timeout=3s CMD ["node", "-e", ${JSON.stringify(HEALTH)}]`,
    '# The program stops at SIGTERM by itself, as the first process too: nothing has to run in front of it.',
    `CMD ["node", ${isTs ? '"--enable-source-maps", ' : ''}"${built}/server.js"]`,
  ];
}

/** `.dockerignore` */
export function dockerignore(): string[] {
  return ['node_modules', 'dist', 'data', 'test', '.env', '.git', '.rest-gen*', 'Dockerfile', '*.log', '*.md'];
}

// --- internal ---

const HEALTH =
  "fetch('http://127.0.0.1:' + process.env.PORT + '/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))";
