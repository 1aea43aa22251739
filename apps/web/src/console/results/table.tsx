// A table of any length: only visible rows are rendered, between two spacer rows.
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { compareTerms, isNumber, type Row } from '../rdf/term.ts'
import { columnWidths } from './columns.ts'
import { TermView } from './term.tsx'

const ROW_PX = 34
const BEYOND = 12

interface Properties {
  label: string
  vars: readonly string[]
  rows: readonly Row[]
  /** The row whose details are open. */
  chosen?: Row | undefined
  onChoose?(row: Row): void
}
interface Order {
  by: string
  down: boolean
}

export function Table({ label, vars, rows, chosen, onChoose }: Properties) {
  const [order, setOrder] = useState<Order>()
  const sorted = useMemo(() => sort(rows, order), [rows, order])
  const widths = useMemo(() => columnWidths(vars, rows), [vars, rows])
  const numeric = useMemo(() => new Set(vars.filter((name) => isNumeric(rows, name))), [vars, rows])
  const { place, first, last } = useWindow(sorted.length)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result starts at the top
  useLayoutEffect(() => {
    place.current?.scrollTo(0, 0)
    setOrder(undefined)
  }, [rows])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a scrollable region must be focusable
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the same
    <div className="rows-place" ref={place} tabIndex={0} role="region" aria-label={label}>
      <table className="rows-table" aria-rowcount={sorted.length + 1}>
        <colgroup>
          <col className="number-column" />
          {vars.map((name) => (
            <col key={name} style={{ width: `${widths[name]}ch` }} />
          ))}
          <col />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className="number-cell">
              <span className="unseen">Row</span>
            </th>
            {vars.map((name) => (
              <Heading key={name} name={name} numeric={numeric.has(name)} order={order} onOrder={setOrder} />
            ))}
            <td className="filler" />
          </tr>
        </thead>
        <tbody>
          {first > 0 && <Spacer rows={first} />}
          {sorted.slice(first, last).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position
            <tr key={first + index} aria-rowindex={first + index + 2} className={row === chosen ? 'chosen' : undefined}>
              <th scope="row" className="number-cell">
                {onChoose ? (
                  <button type="button" onClick={() => onChoose(row)} title="Show all values of this row">
                    {first + index + 1}
                  </button>
                ) : (
                  first + index + 1
                )}
              </th>
              {vars.map((name) => (
                <td key={name} className={numeric.has(name) ? 'numeric' : undefined}>
                  <TermView term={row[name]} />
                </td>
              ))}
              <td className="filler" />
            </tr>
          ))}
          {last < sorted.length && <Spacer rows={sorted.length - last} />}
        </tbody>
      </table>
    </div>
  )
}

const Spacer = ({ rows }: { rows: number }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the row is empty
  <tr aria-hidden="true" style={{ height: rows * ROW_PX }}>
    <td />
  </tr>
)

interface HeadingProperties {
  name: string
  numeric: boolean
  order: Order | undefined
  onOrder(order: Order | undefined): void
}

function Heading({ name, numeric, order, onOrder }: HeadingProperties) {
  const mine = order?.by === name ? order : undefined
  const next = !mine ? { by: name, down: false } : mine.down ? undefined : { by: name, down: true }
  return (
    <th
      scope="col"
      className={numeric ? 'numeric' : undefined}
      aria-sort={mine ? (mine.down ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" onClick={() => onOrder(next)} title="Sort">
        {name}
        {mine && (
          <span className="arrow" aria-hidden="true">
            {mine.down ? '↓' : '↑'}
          </span>
        )}
      </button>
    </th>
  )
}

const sort = (rows: readonly Row[], order: Order | undefined): readonly Row[] =>
  order
    ? rows.toSorted((a, b) => {
        const [x, y] = [a[order.by], b[order.by]]
        // Unbound values stay last in both directions.
        return order.down && x && y ? compareTerms(y, x) : compareTerms(x, y)
      })
    : rows

function isNumeric(rows: readonly Row[], name: string): boolean {
  const some = rows.slice(0, 200).flatMap((row) => row[name] ?? [])
  return some.length > 0 && some.every(isNumber)
}

/** The range of rows visible in the scroll container. */
function useWindow(count: number) {
  const place = useRef<HTMLDivElement>(null)
  const [sight, setSight] = useState({ top: 0, height: 800 })
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const look = () => setSight({ top: element.scrollTop, height: element.clientHeight })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  const first = Math.max(0, Math.min(count, Math.floor(sight.top / ROW_PX) - BEYOND))
  const last = Math.min(count, Math.ceil((sight.top + sight.height) / ROW_PX) + BEYOND)
  return { place, first, last }
}
