import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

/** @param {string} example */
const configOf = (example) => ({
  name: example,
  input: { path: `./generated/${example}.json` },
  output: { path: `./generated/${example}/kubb`, format: false, lint: false },
  plugins: [pluginOas(), pluginTs(), pluginClient({ dataReturnType: 'full' })],
});

export default defineConfig([configOf('blog'), configOf('tracker')]);
