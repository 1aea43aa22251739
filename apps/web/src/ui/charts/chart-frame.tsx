// A chart that can be viewed as a table, and saved as CSV or SVG.
import { Download, Table2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { Dropdown, DropdownItem } from '../dropdown.tsx'
import { saveCsv, saveSvg, type TableData } from '../export.ts'

interface Props {
  title: string
  hint?: ReactNode
  /** The file name without extension. */
  name: string
  table: TableData
  children: ReactNode
  actions?: ReactNode
  /** False if the chart consists of HTML boxes, which cannot be saved as SVG. */
  isDrawn?: boolean
}
export function ChartFrame({ title, hint, name, table, children, actions, isDrawn = true }: Props) {
  const [asTable, setAsTable] = useState(false)
  const drawing = useRef<HTMLDivElement>(null)
  const svg = () => drawing.current?.querySelector('svg')
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-sm font-semibold">{title}</span>
        {hint && <span className="text-xs text-ink-3">{hint}</span>}
        <span className="ml-auto flex items-center gap-1">
          {actions}
          <Button
            variant="ghost"
            size="icon-sm"
            aria-pressed={asTable}
            aria-label={`View ${title} as a table`}
            onClick={() => setAsTable(!asTable)}
          >
            <Table2 />
          </Button>
          <Dropdown
            trigger={
              <Button variant="ghost" size="icon-sm" aria-label={`Save ${title}`}>
                <Download />
              </Button>
            }
          >
            <DropdownItem onClick={() => saveCsv(name, table)}>Numbers (CSV)</DropdownItem>
            {isDrawn && (
              <DropdownItem disabled={asTable} onClick={() => svg() && saveSvg(name, svg()!)}>
                Drawing (SVG)
              </DropdownItem>
            )}
          </Dropdown>
        </span>
      </figcaption>
      {asTable ? <Numbers caption={title} table={table} /> : <div ref={drawing}>{children}</div>}
    </figure>
  )
}

const Numbers = ({ caption, table }: { caption: string; table: TableData }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
  <section className="max-h-80 overflow-auto rounded-md border" aria-label={caption} tabIndex={0}>
    <table className="w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="sticky top-0 bg-sunken text-left text-xs text-ink-3">
        <tr>
          {table.columns.map((column) => (
            <th key={column} scope="col" className="px-3 py-1.5 font-medium whitespace-nowrap">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of numbers have no id
          <tr key={i} className="border-t border-line-row">
            {row.map((cell, column) => (
              <td key={table.columns[column]} className="px-3 py-1 tnum">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
