import { withBase } from 'vitepress';
import { h } from 'vue';

/** The recording of the start page. */
export const Terminal = () =>
  h('img', {
    class: 'terminal',
    src: withBase('/images/terminal.svg'),
    alt: 'A terminal: a command generates a resource, and requests get its answers',
  });
