// Rewrites a SELECT on a table for a CDS entity. Each element gets its field name as an alias, so code that reads the
// result needs no change. A field without a known element becomes a gap that does not activate. Pure.
import type { Part, SelectFact } from '../../evidence/source/statements/facts.ts'
import type { EntityMap } from './field-map.ts'
import { type Gap, gapComment, gapOf } from './gap.ts'

export interface WrittenSelect {
  text: string
  gaps: Gap[]
}

export function writeSelect(select: SelectFact, map: EntityMap): WrittenSelect {
  const gaps = new Map<string, Gap>()
  const pad = ' '.repeat(select.indent)
  if (select.unsupported || select.isAll) {
    const why =
      select.unsupported ?? `It reads all fields of ${select.table}, and it is not known which of them are used.`
    const gap = gapOf(
      'statement',
      `${select.table}/${select.line}`,
      `The SELECT in line ${select.line} was not replaced. ${why}`,
    )
    return { text: '', gaps: [gap] }
  }
  const elementOf = (field: string): string => {
    const known = map.elementOf(field)
    if (known) return known
    const text = `No source maps ${select.table}-${field} to an element of ${map.entity}.`
    gaps.set(field, gapOf('field', `${select.table}-${field}`, text))
    return placeholderOf(field)
  }
  const write = (parts: readonly Part[]): string =>
    parts
      .map((part) => ('field' in part ? elementOf(part.field) : part.text))
      .join('')
      .replace(/\s+/g, ' ')
      .replace(/ ,/g, ',')
      .trim()
  const modifier = select.mode === 'single' ? ' SINGLE' : select.distinct ? ' DISTINCT' : ''
  const fields = select.fields.map(({ parts, alias, field }) => {
    const as = alias ?? field?.toLowerCase()
    return `${write(parts)}${as ? ` AS ${as}` : ''}`
  })
  const clauses = [
    `SELECT${modifier} ${fields.join(`,\n${pad}       `)}`,
    `  FROM ${map.entity}`,
    select.forAllEntries && `  ${select.forAllEntries}`,
    select.where.length > 0 && `  WHERE ${write(select.where)}`,
    select.groupBy.length > 0 && `  GROUP BY ${write(select.groupBy)}`,
    select.having.length > 0 && `  ${write(select.having)}`,
    select.orderBy.length > 0 && `  ORDER BY ${write(select.orderBy)}`,
    `  ${select.into}`,
    select.upTo && `  ${select.upTo}`,
  ].filter((clause) => typeof clause === 'string')
  const found = [...gaps.values()]
  const marks = found.flatMap((gap) => gapComment(gap, ''))
  const rows = [...marks, ...`${clauses.join('\n')}.`.split('\n')]
  // The first line needs no indentation: it starts at the column of the old statement.
  return {
    text: rows.map((row, at) => (at === 0 || row.startsWith(`${pad}       `) ? row : `${pad}${row}`)).join('\n'),
    gaps: found,
  }
}

/** No entity has this name, so the statement does not activate until the gap is closed. */
export const placeholderOf = (field: string): string => `gap_${field.toLowerCase().replaceAll('/', '_')}`.slice(0, 30)

/** All fields of the table that a statement names. */
export function fieldsOf(select: SelectFact): string[] {
  const parts = [
    ...select.fields.flatMap((one) => one.parts),
    ...select.where,
    ...select.groupBy,
    ...select.having,
    ...select.orderBy,
  ]
  return [...new Set(parts.flatMap((part) => ('field' in part ? [part.field] : [])))]
}
