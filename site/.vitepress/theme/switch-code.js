/** Show TypeScript or JavaScript in every block of the site, from now on and in later visits. */
export function listenToSwitches() {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-code]') : null;
    if (button === null) return;
    const { code } = button.dataset;
    const top = button.getBoundingClientRect().top;
    // The block of the other language comes next, or before; its switch takes the place of this one.
    const block = button.closest('.code-as-ts, .code-as-js');
    const other = block.classList.contains(`code-as-${code}`)
      ? block
      : code === 'js'
        ? block.nextElementSibling
        : block.previousElementSibling;
    document.documentElement.classList.toggle('show-js', code === 'js');
    localStorage.setItem('code', code);
    const shown = other.querySelector(`[data-code="${code}"]`);
    shown.focus({ preventScroll: true });
    // Blocks above it have changed their height.
    window.scrollBy({ top: shown.getBoundingClientRect().top - top, behavior: 'instant' });
  });
}
