/** Items by what they have in common, in their order. */
export function grouped<T, K>(items: Iterable<T>, key: (item: T) => K): Map<K, T[]> {
  const found = new Map<K, T[]>();
  for (const item of items) {
    const there = found.get(key(item));
    if (there) there.push(item);
    else found.set(key(item), [item]);
  }
  return found;
}
