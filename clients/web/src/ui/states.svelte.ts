// For tests: props that can change after a component was mounted.
export function states<T extends object>(start: T): T {
  const props = $state(start);
  return props;
}
