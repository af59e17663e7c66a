/**
 * Find the strongly connected components that contain a cycle (Tarjan, without recursion).
 *
 * @param next - the successors of a node; may name one more than once
 * @returns a list of nodes per component
 */
export function cyclesOf(roots: Iterable<number>, next: (node: number) => readonly number[]): number[][] {
  const order = new Map<number, number>();
  const low = new Map<number, number>();
  const open = new Set<number>();
  const stack: number[] = [];
  const found: number[][] = [];

  for (const root of roots) {
    if (order.has(root)) continue;
    const path: { node: number; targets: readonly number[]; at: number }[] = [];
    const enter = (node: number): void => {
      order.set(node, order.size);
      low.set(node, order.size - 1);
      open.add(node);
      stack.push(node);
      path.push({ node, targets: next(node), at: 0 });
    };
    const lower = (node: number, to: number): void => {
      low.set(node, Math.min(low.get(node) as number, to));
    };
    enter(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const target = top.targets[top.at++];
      if (target !== undefined) {
        if (!order.has(target)) enter(target);
        else if (open.has(target)) lower(top.node, order.get(target) as number);
        continue;
      }
      const { node, targets } = top;
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) lower(parent.node, low.get(node) as number);
      if (low.get(node) !== order.get(node)) continue;
      const component = stack.splice(stack.lastIndexOf(node));
      for (const member of component) open.delete(member);
      if (component.length > 1 || targets.includes(node)) found.push(component);
    }
  }
  return found;
}
