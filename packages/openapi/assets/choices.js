// Parameters that take several of some values: one line that unfolds. A list of the browser is as high as all of them.

/** Wrap the fields of lists. Values are sent in the order in which they were chosen: those of `sort` have one. */
export const choiceFields =
  ({ React: { createElement } }) =>
  (Original) =>
  (props) => {
    const allowed = props.schema.getIn(['items', 'enum']);
    if (allowed === undefined) return createElement(Original, props);
    const { value, description, onChange } = props;
    const chosen = value?.toJS?.() ?? [];
    const shown = chosen.length === 0 ? 'none' : chosen.join(', ');
    const toggle = ({ target }) =>
      onChange(target.checked ? [...chosen, target.value] : chosen.filter((one) => one !== target.value));
    const writeChoice = (one) =>
      createElement(
        'label',
        { key: one },
        createElement('input', { type: 'checkbox', value: one, checked: chosen.includes(one), onChange: toggle }),
        String(one),
      );
    return createElement(
      'details',
      { className: 'choices' },
      createElement('summary', { 'aria-label': `${description}: ${shown}` }, shown),
      createElement('div', { role: 'group', 'aria-label': description }, allowed.toArray().map(writeChoice)),
    );
  };
