// The order in which many lines are loaded into a store. The store keeps entries in insertion order, and queries follow
// those of one subject. Inserting in the order of the (random) row ids made scans up to 25% slower.

/** The same lines, grouped by subject. */
export function bySubject(lines: readonly string[]): string[] {
  const groups = new Map<string, string[]>()
  for (const line of lines) {
    const subject = line.slice(0, line.indexOf(' '))
    const group = groups.get(subject)
    if (group) group.push(line)
    else groups.set(subject, [line])
  }
  return [...groups.values()].flat()
}
