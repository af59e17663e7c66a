import { useData, useRoute, withBase } from 'vitepress';
import { computed, h, ref, watch } from 'vue';

/** A button that copies the Markdown of the page, and a link to it. */
export const CopyPage = {
  setup() {
    const { page } = useData();
    const route = useRoute();
    const said = ref('');
    const address = computed(() => withBase(`/${page.value.relativePath}`));
    watch(
      () => route.path,
      () => {
        said.value = '';
      },
    );
    const copy = async () => {
      const markdown = fetch(address.value).then(async (answer) => {
        if (!answer.ok) throw new Error(`${address.value}: ${answer.status}`);
        return new Blob([await answer.text()], { type: 'text/plain' });
      });
      // With a promise, for Safari allows it only during the click.
      said.value = await navigator.clipboard.write([new ClipboardItem({ 'text/plain': markdown })]).then(
        () => 'Copied',
        () => 'Could not copy',
      );
    };
    return () =>
      h('div', { class: 'copy-page' }, [
        h('button', { type: 'button', onClick: copy }, 'Copy as Markdown'),
        h('a', { href: address.value, target: '_self' }, 'View as Markdown'),
        h('span', { role: 'status' }, said.value),
      ]);
  },
};
