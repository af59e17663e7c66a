import process from 'node:process';
import { readPages } from '../read-pages.js';
import { withoutJavaScript } from '../write-pages.js';

const { sidebar } = readPages();
const repository = process.env.REST_GEN_REPOSITORY;

/** As code hosts derive the anchors of headings, so that one link works on both. */
const slugify = (/** @type {string} */ title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

export default {
  title: 'rest-gen',
  description: 'REST by convention for Express, in TypeScript or JavaScript',
  lang: 'en',
  base: process.env.SITE_BASE ?? '/',
  srcDir: 'pages',
  outDir: 'dist',
  cleanUrls: true,
  // The server of a reader.
  ignoreDeadLinks: 'localhostLinks',
  // Before the first paint, so that the page does not change.
  head: [
    ['script', {}, "if (localStorage['code'] === 'js') document.documentElement.classList.add('show-js')"],
    ['link', { rel: 'icon', href: 'data:,' }],
  ],
  markdown: {
    anchor: { slugify },
    // `{…}` in a text is no attribute, `:id:` no emoji, and `{{…}}` in code no expression of Vue.
    attrs: { disable: true },
    config(md) {
      md.disable('emoji');
      const inline = md.renderer.rules.code_inline;
      md.renderer.rules.code_inline = (...given) => inline(...given).replace('<code', '<code v-pre');
    },
    // Comments have enough contrast.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
    languageAlias: { ejs: 'html' },
  },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    nav: [
      { text: 'Tutorial', link: '/tutorial' },
      { text: 'Getting started', link: '/getting-started' },
      { text: 'How do I …', link: '/documentation' },
      { text: 'Errors', link: '/errors' },
    ],
    ...(repository && { socialLinks: [{ icon: 'github', link: repository }] }),
    search: {
      provider: 'local',
      // Every block of code once.
      options: { _render: (text, env, md) => md.render(withoutJavaScript(text), env) },
    },
  },
};
