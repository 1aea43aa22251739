// Pages of rows in memory that are sorted by key.
import { pageBy } from '@veritrace/platform/db/keyset'

/** The rows must be sorted by key, because a binary search finds the first row after the cursor. */
export const pageOf = <T>(
  name: string,
  query: { cursor?: string; limit: number },
  rows: readonly T[],
  key: (row: T) => string,
) =>
  pageBy(
    name,
    query,
    (row: T) => [key(row)],
    async ([after], count) => {
      const begin = after === undefined ? 0 : placeAfter(rows, String(after), key)
      return rows.slice(begin, begin + count)
    },
  )

function placeAfter<T>(rows: readonly T[], after: string, key: (row: T) => string): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (key(rows[middle]!) > after) high = middle
    else low = middle + 1
  }
  return low
}
