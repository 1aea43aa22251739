// Lists over several spaces, newest first. Each space is read separately in index order, because a single query over
// all spaces would sort all their rows.
import { cappedCount } from '@veritrace/platform/db/count'

/** Merges the newest rows of each space. */
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

/** The sum over all spaces; null if there are too many rows to count. */
export async function countAll(
  spaces: readonly string[],
  count: (space: string) => Promise<number | null>,
): Promise<number | null> {
  const counts = await Promise.all(spaces.map(count))
  return counts.includes(null) ? null : cappedCount(counts.reduce((sum: number, one) => sum + (one ?? 0), 0))
}
