// A transposed table: labels in the first column and one company per column; or one company after the other.
import { type Entry, noFields } from './entry.ts'
import { put } from './fields.ts'
import type { Page, Role } from './page.ts'
import type { Standing } from './relevance.ts'
import type { Row } from './rows.ts'
import { nameIn } from './wording.ts'

const LEAST = 0.4

export function entriesTurned(rows: readonly Row[], page: Page, standing: Standing): Entry[] {
  const roles = rows.map(({ cells }) => page.roleOf(cells[0] ?? '', LEAST))
  const parts = partsOf(rows, roles)
  return parts.flatMap((part) => {
    const width = Math.max(...part.map(({ row }) => row.cells.length))
    return Array.from({ length: width - 1 }, (_, index) => index + 1).flatMap((column) =>
      entryIn(part, column, page, standing),
    )
  })
}

interface Line {
  row: Row
  role: Role | undefined
}

/** Each name after the first starts another company. */
function partsOf(rows: readonly Row[], roles: readonly (Role | undefined)[]): Line[][] {
  const parts: Line[][] = []
  rows.forEach((row, at) => {
    const role = roles[at]
    const open = parts.at(-1)
    if (!open || (role === 'name' && open.some((line) => line.role === 'name'))) parts.push([{ row, role }])
    else open.push({ row, role })
  })
  return parts
}

function entryIn(part: readonly Line[], column: number, page: Page, standing: Standing): Entry[] {
  const [first] = part
  if (!first) return []
  const titled = part.find(({ role }) => role === 'name') ?? (first.role === undefined ? first : undefined)
  const heading = first.row.block.path.at(-1) ?? ''
  const found = nameIn(titled ? (titled.row.cells[column]?.split('\n')[0] ?? '') : heading, page)
  if (!found) return []
  const fields = noFields()
  for (const { row, role } of part) if (role) put(fields, role, (row.cells[column] ?? '').replace(/\n/g, ', '))
  const { block } = first.row
  const end = part.at(-1)?.row.block.end ?? block.end
  return [
    {
      ...fields,
      location: fields.location || fields.corporateLocation,
      named: found.named,
      standing,
      block,
      start: block.start,
      end,
      rule: 'subprocessor/table-column',
    },
  ]
}
