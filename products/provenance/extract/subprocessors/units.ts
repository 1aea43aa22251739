// Companies with several lines each: a card, a cell, a list item with labels, a bold name.
import type { Block } from '../types.ts'
import { type Entry, noFields } from './entry.ts'
import { fieldsOf, labelIn } from './fields.ts'
import { type Named, namedIn, namedInText } from './names.ts'
import type { Page } from './page.ts'
import type { Standing } from './relevance.ts'
import { isWording } from './wording.ts'

export interface Unit {
  block: Block
  /** The first line is the name, or a label with the name. */
  lines: readonly string[]
  start: number
  end: number
}

const LEAST_SHARE = 0.7
const MOST_LINES = 12
const LONGEST_LINE = 400

/** Empty if too few units start with a name: then this is not a list of companies. */
export function unitEntries(units: readonly Unit[], page: Page, standing: Standing, rule: string, least = 1): Entry[] {
  const full = units.filter(({ lines }) => lines.some((line) => line !== ''))
  const entries = full.flatMap((unit) => {
    const entry = entryOf(unit, page, standing, rule)
    return entry ? [entry] : []
  })
  return entries.length >= Math.max(least, full.length * LEAST_SHARE) ? entries : []
}

function entryOf(unit: Unit, page: Page, standing: Standing, rule: string): Entry | undefined {
  const lines = unit.lines.filter((line) => line !== '')
  if (lines.length > MOST_LINES || lines.some((line) => line.length > LONGEST_LINE)) return undefined
  const label = labelIn(lines[0] ?? '', page)
  const isNamed = label?.role === 'name' && label.value !== ''
  const named = isNamed ? namedIn(label.value) : nameOnLine(lines[0] ?? '', page)
  if (!named) return undefined
  const fields = noFields()
  fieldsOf(
    lines.slice(1).filter((line) => namedIn(line)?.name !== named.name),
    page,
    fields,
  )
  const { block, start, end } = unit
  return { ...fields, location: fields.location || fields.corporateLocation, named, standing, block, start, end, rule }
}

export function nameOnLine(line: string, page: Page): Named | undefined {
  const named = namedInText(line.replace(/[:：]\s*$/u, ''))
  return named && !isWording(named.name, page) ? named : undefined
}
