// A virtualized table: a real <table> that renders only the visible rows.
import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { cn } from './cn.ts'
import { FIELDS, useKeys } from './hotkeys.ts'
import { classOf, EDGE, SkeletonRows, Space } from './table-rows.tsx'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel(), sortFns })

// biome-ignore lint/suspicious/noExplicitAny: only the column knows the type of its values
export type Column<T extends RowData> = ColumnDef<typeof features, T, any> & { meta?: { className?: string } }

interface Props<T extends RowData> {
  columns: Column<T>[]
  rows: readonly T[]
  rowId(row: T): string
  /** The row that is open next to the table. */
  active?: string | undefined
  onActivate?(id: string): void
  /** The accessible name of the table. */
  caption: string
  loading?: boolean
  empty?: ReactNode
  rowHeight?: number
  className?: string
}

/** ↑ and ↓ in the table, or j and k anywhere on the page, move between rows that can be opened. */
export function DataTable<T extends RowData>(props: Props<T>) {
  const { columns, rows, rowId, active, onActivate, caption, loading = false, empty, rowHeight = 40, className } = props
  // Rows cache column values, so new columns, such as those with a pack's labels, need new rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const data = useMemo(() => [...rows], [rows, columns])
  const table = useTable({ features, columns, data, getRowId: rowId })
  const list = table.getRowModel().rows
  const pane = useRef<HTMLDivElement>(null)
  const window = useVirtualizer({
    count: list.length,
    getScrollElement: () => pane.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (i) => list[i]!.id,
    initialRect: { width: 800, height: 600 },
  })
  const shown = window.getVirtualItems()
  const above = shown[0]?.start ?? 0
  const below = window.getTotalSize() - (shown.at(-1)?.end ?? 0)
  const at = active ? list.findIndex(({ id }) => id === active) : -1
  useEffect(() => {
    if (at >= 0) window.scrollToIndex(at, { align: 'auto' })
  }, [at, window])

  const move = (by: number) => {
    const row = list[Math.min(list.length - 1, Math.max(0, at + by))]
    if (!row) return
    onActivate?.(row.id)
    requestAnimationFrame(() =>
      pane.current
        ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"] [data-open]`)
        ?.focus({ preventScroll: true }),
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const inField = (event.target as HTMLElement).closest(FIELDS)
    if (!onActivate || event.metaKey || event.ctrlKey || inField) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!by) return
    event.preventDefault()
    move(by)
  }

  // Dialogs handle these keys themselves.
  const step = (by: number) => () => document.activeElement?.closest('[role=dialog]') || move(by)
  useKeys({ j: step(1), k: step(-1) }, onActivate !== undefined)

  if (!loading && list.length === 0 && empty) return <div className="min-h-0 flex-1 overflow-auto">{empty}</div>
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys for the table inside, whose rows have buttons
    <div
      ref={pane}
      className={cn('@container min-h-0 flex-1 overflow-auto', className)}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <table
        className="w-full border-separate border-spacing-0 text-sm"
        aria-rowcount={list.length + 1}
        aria-busy={loading || undefined}
      >
        <caption className="sr-only">{caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1} className={cn(EDGE, 'after:sticky after:top-0 after:bg-sunken')}>
              {group.headers.map((header) => {
                const sorted = header.column.getIsSorted()
                return (
                  <th
                    key={header.id}
                    scope="col"
                    aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
                    className={cn(
                      'sticky top-0 z-10 h-8 border-b bg-sunken px-2 text-left text-xs font-medium whitespace-nowrap text-ink-3 first:pl-4',
                      classOf(header.column.columnDef),
                    )}
                  >
                    {header.column.getCanSort() ? (
                      <button
                        type="button"
                        onClick={header.column.getToggleSortingHandler()}
                        className="inline-flex h-6 items-center gap-1 rounded-sm hover:text-ink"
                      >
                        <table.FlexRender header={header} />
                        {sorted === 'asc' && <ArrowUp aria-hidden className="size-3" />}
                        {sorted === 'desc' && <ArrowDown aria-hidden className="size-3" />}
                      </button>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </th>
                )
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {loading && list.length === 0 ? (
            <SkeletonRows columns={columns} />
          ) : (
            <>
              <Space height={above} columns={columns.length} />
              {shown.map(({ index }) => {
                const row = list[index]!
                const isActive = row.id === active
                return (
                  <tr
                    key={row.id}
                    data-row={row.id}
                    aria-rowindex={index + 2}
                    aria-selected={onActivate ? isActive : undefined}
                    onClick={(event) => actsItself(event) || onActivate?.(row.id)}
                    className={cn(
                      EDGE,
                      'group after:border-line-row',
                      onActivate && 'cursor-pointer',
                      isActive ? 'bg-selected' : 'hover:bg-hover',
                    )}
                  >
                    {row.getAllCells().map((cell, i) => {
                      const Cell = i === 0 ? 'th' : 'td'
                      return (
                        <Cell
                          key={cell.id}
                          {...(i === 0 && { scope: 'row' })}
                          className={cn(
                            'h-row border-b border-line-row px-2 text-left font-normal first:pl-4',
                            i === 0 && isActive && 'shadow-[inset_2px_0_0_var(--accent)]',
                            classOf(cell.column.columnDef),
                          )}
                        >
                          <Content show={cell.column.columnDef.cell} context={cell.getContext()} />
                        </Cell>
                      )
                    })}
                  </tr>
                )
              })}
              <Space height={below} columns={columns.length} />
            </>
          )}
        </tbody>
      </table>
    </div>
  )
}

/**
 * One component type for all cells. Columns that are recreated would otherwise create new component types, and React would
 * remount the cells and lose the focus.
 */
const Content = <C,>({ show, context }: { show: string | ((context: C) => ReactNode) | undefined; context: C }) =>
  typeof show === 'function' ? show(context) : show

/** A checkbox or link in a row does not open the row. */
const actsItself = ({ target }: MouseEvent): boolean => (target as HTMLElement).closest('label, a') !== null
