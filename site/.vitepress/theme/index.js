import DefaultTheme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { CopyPage } from './copy-page.js';
import { listenToSwitches } from './switch-code.js';
import { Terminal } from './terminal.js';
import './style.css';

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'doc-before': () => h(CopyPage),
      'home-hero-image': () => h(Terminal),
    }),
  enhanceApp() {
    if (!import.meta.env.SSR) listenToSwitches();
  },
};
