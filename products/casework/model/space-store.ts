// Lists over several spaces, newest first. Each space is read in the order of its own index: asked for all at once, the
// database would sort everything that they have.
import { toldOf } from '@veritrace/platform/db/count'

/** The newest of all, given the newest of each. */
export async function newestOf<T extends { id: string }>(
  spaces: readonly string[],
  count: number,
  read: (space: string) => Promise<T[]>,
): Promise<T[]> {
  const found = await Promise.all(spaces.map(read))
  return found
    .flat()
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, count)
}

/** Of all together; null as soon as they are too many to be counted. */
export async function countAll(
  spaces: readonly string[],
  count: (space: string) => Promise<number | null>,
): Promise<number | null> {
  const counts = await Promise.all(spaces.map(count))
  return counts.includes(null) ? null : toldOf(counts.reduce((sum: number, one) => sum + (one ?? 0), 0))
}
