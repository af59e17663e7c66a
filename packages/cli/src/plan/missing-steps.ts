import type { Project } from '../project/project.ts';
import { hasSqlite, SQLITE_DRIVER } from '../project/sqlite-driver.ts';

/**
 * List what a project needs to run the generated files, as steps for the user.
 *
 * @param rest - the controller extends the base class, which works on a model; a new model file is for SQLite
 */
export function missingSteps(project: Project, rest: boolean): string[] {
  const has = (name: string) => project.dependencies.has(name);
  const isTs = project.language === 'ts';
  const hasModel = has('@rest-gen/model') || project.modelFile !== undefined;
  const packages = [
    'express',
    '@rest-gen/router',
    '@rest-gen/logic',
    ...(rest && !hasModel ? ['@rest-gen/model'] : []),
  ];
  const tools = isTs ? ['typescript', '@types/node', '@types/express'] : [];
  const needed = packages.filter((name) => !has(name));
  const neededTools = tools.filter((name) => !has(name));
  return [
    ...(project.hasPackage ? [] : ['npm init -y']),
    ...(needed.length > 0 ? [`npm install ${needed.join(' ')}`] : []),
    // Not in the line above, which would be too long for a terminal.
    ...(rest && !hasModel && !hasSqlite(process.versions.node) ? [`npm install ${SQLITE_DRIVER[0]}`] : []),
    ...(neededTools.length > 0 ? [`npm install --save-dev ${neededTools.join(' ')}`] : []),
    ...(project.hasPackage ? [] : [`an app: ${appText(isTs)}`]),
  ];
}

// --- internal ---

function appText(isTs: boolean): string {
  const loads = isTs
    ? ["import express from 'express';", "import { createRestRouter } from '@rest-gen/router';"]
    : ["const express = require('express');", "const { createRestRouter } = require('@rest-gen/router');"];
  const lines = [...loads, 'const app = express();', 'app.use(createRestRouter());', 'app.listen(3000);'];
  return [`src/app.${isTs ? 'ts' : 'js'}`, ...lines].join('\n    ');
}
