// Placeholder rows of a data table, and styles shared by all rows.
import { cn } from './cn.ts'
import { Skeleton } from './states.tsx'

/** Padding at the right end. It belongs to the row, because the last cell depends on the width. */
export const EDGE = "after:table-cell after:w-2 after:border-b after:p-0 after:content-['']"

export const classOf = (column: { meta?: unknown }): string | undefined =>
  (column.meta as { className?: string } | undefined)?.className

/** Takes the place of rows that are not visible. */
export const Space = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  )

/** Has the columns that the table will have at this width. */
export function SkeletonRows({ columns }: { columns: readonly { meta?: unknown }[] }) {
  return Array.from({ length: 8 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no id
    <tr key={row} className={cn(EDGE, 'appear-late')}>
      {columns.map((column, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <td key={i} className={cn('h-row border-b px-2 first:pl-4', classOf(column))}>
          <Skeleton className={i > 0 ? 'w-16' : 'w-40'} />
        </td>
      ))}
    </tr>
  ))
}
