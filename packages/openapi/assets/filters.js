// Filters of a list, folded: a list has dozens of them.

/** Wrap the rows of parameters: the first filter of a group has a line above it that unfolds the group. */
export const filterRows =
  ({ React: { createElement, Fragment }, layoutSelectors, layoutActions }) =>
  (Original) =>
  (props) => {
    const { rawParam, pathMethod } = props;
    const group = rawParam.get('x-filters');
    if (group === undefined) return createElement(Original, props);
    const key = ['filters', ...pathMethod, group];
    const isOpen = layoutSelectors.isShown(key, false);
    const count = rawParam.get('x-filters-count');
    const toggle = () => layoutActions.show(key, !isOpen);
    return createElement(
      Fragment,
      null,
      count !== undefined &&
        createElement(
          'tr',
          { className: 'filters' },
          createElement(
            'td',
            { colSpan: 2 },
            createElement(
              'button',
              { type: 'button', 'aria-expanded': isOpen, onClick: toggle },
              `${group === '' ? 'Filters' : `Filters of ${group}`} (${count})`,
            ),
          ),
        ),
      isOpen && createElement(Original, props),
    );
  };
