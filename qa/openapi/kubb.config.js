import process from 'node:process';
import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginFaker } from '@kubb/plugin-faker';
import { pluginMsw } from '@kubb/plugin-msw';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginReactQuery } from '@kubb/plugin-react-query';
import { pluginSwr } from '@kubb/plugin-swr';
import { pluginTs } from '@kubb/plugin-ts';
import { pluginZod } from '@kubb/plugin-zod';

const name = process.env.QA_DOCUMENT;

/**
 * Two plugins of hooks in one folder would write the same names.
 *
 * @param {string} folder @param {...unknown} plugins
 */
const configOf = (folder, ...plugins) => ({
  name: folder,
  input: { path: `./generated/${name}.json` },
  output: { path: `./generated/${name}/${folder}`, format: false, lint: false },
  plugins: [pluginOas(), pluginTs(), ...plugins],
});

export default defineConfig([
  configOf('kubb', pluginClient({ dataReturnType: 'full' })),
  configOf('kubb-zod', pluginZod({ version: '4' })),
  configOf('kubb-react-query', pluginReactQuery()),
  configOf('kubb-swr', pluginSwr()),
  configOf('kubb-msw', pluginFaker(), pluginMsw()),
]);
