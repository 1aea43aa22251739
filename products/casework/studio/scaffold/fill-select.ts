// Fills the template that replaces a SELECT: both lists of fields, the condition, and the changed source. Pure.
import { ownValue } from '@veritrace/platform/names'
import { applyAll, type Replacement } from '../abap/call-site.ts'
import { mapOf, rankEntities } from '../abap/field-map.ts'
import { type Gap, gapComment, gapOf, markerOf } from '../abap/gap.ts'
import { fieldsOf, placeholderOf, writeSelect } from '../abap/select-code.ts'
import { selectTests } from '../abap/select-tests.ts'
import type { Filled } from './fillers.ts'
import type { Facts } from './gather.ts'
import type { Values } from './params.ts'

export function fillSelect(values: Values, facts: Facts): Filled {
  const table = String(values.table ?? '').toUpperCase()
  const selects = facts.statements.selects.filter((one) => one.table === table)
  const typed = String(values.fields_before ?? '')
  const fields = [...new Set([...selects.flatMap(fieldsOf), ...wordsIn(typed)])]
  const mappings = facts.mappings.map(({ value }) => value)
  const candidates = rankEntities(mappings, fields)
  const entity = String(values.entity ?? candidates[0]?.entity ?? '')
  const missing = missingOf(entity, { typed, hasSelects: selects.length > 0 })
  const map = mapOf(entity, mappings)
  const written = selects.map((select) => ({ select, ...writeSelect(select, map) }))
  const gaps = new Map<string, Gap>()
  for (const gap of written.flatMap((one) => one.gaps)) gaps.set(gap.id, gap)
  const byHand = typed && selects.length === 0 ? writtenByHand(values, table, fields, map.elementOf) : undefined
  for (const gap of byHand?.gaps ?? []) gaps.set(gap.id, gap)
  if (entity && fields.length > 0 && !fields.some((field) => map.elementOf(field)) && !byHand?.isGiven)
    gaps.set(
      'mapping',
      gapOf('mapping', `${table}/${map.entity}`, `No source maps fields of ${table} to ${map.entity}.`),
    )
  const all = [...gaps.values()]
  const replacements = written.flatMap(({ select, text }): Replacement[] => (text ? [{ ...select, text }] : []))
  const after = byHand?.text ?? [...written.map(({ text }) => text).filter(Boolean)].join('\n\n')
  const marks = all
    .filter(({ kind }) => kind === 'statement' || kind === 'mapping')
    .flatMap((gap) => gapComment(gap, ''))
  return {
    values: { ...values, table, entity },
    blocks: {
      after: [...marks, after].filter(Boolean).join('\n') || '" No SELECT could be replaced.',
      before: beforeText(facts, table) || byHandBefore(values, table),
      mapping: fields.map((field) => rowOf(map.describe(field))).join('\n') || '| | no field is read | |',
      notes: map.notes.map((note) => `- ${note}`).join('\n'),
      gaps: all.map((gap) => `- ${markerOf(gap)}: ${gap.text} ${gap.remedy}`).join('\n'),
      tests: selectTests(table, map, fields, all),
    },
    gaps: all,
    decisions: [],
    mapping: {
      table,
      entity: map.entity,
      fields: fields.map((field) => map.describe(field)),
      alternatives: candidates.filter((one) => one.entity.toUpperCase() !== map.entity.toUpperCase()).slice(0, 10),
      notes: map.notes,
    },
    basis: [...new Set(fields.flatMap((field) => map.describe(field).source || []))],
    ...(facts.source &&
      replacements.length > 0 && {
        change: {
          path: facts.source.path,
          before: facts.source.text,
          after: applyAll(facts.source.text, replacements),
        },
      }),
    implied: [],
    missing,
  }
}

const wordsIn = (list: string): string[] => list.toUpperCase().match(/(?:\/\w+\/)?[A-Z_]\w*/g) ?? []

function missingOf(entity: string, { typed, hasSelects }: { typed: string; hasSelects: boolean }) {
  return [
    ...(entity ? [] : [{ path: '/params/entity', message: 'is missing: CDS entity' }]),
    ...(typed || hasSelects ? [] : [{ path: '/params/fields_before', message: 'is missing: Fields of the table' }]),
  ]
}

/** Uses the fields that the user typed, because there is no source to read them from. */
function writtenByHand(
  values: Values,
  table: string,
  fields: readonly string[],
  elementOf: (field: string) => string | undefined,
): { text: string; gaps: Gap[]; isGiven: boolean } {
  const given = String(values.fields_after ?? '')
  const gaps: Gap[] = []
  const elementFor = (field: string): string => {
    const element = elementOf(field)
    if (!element)
      gaps.push(
        gapOf(
          'field',
          `${table}-${field}`,
          `No source maps ${table}-${field} to an element of ${values.entity ?? ''}.`,
        ),
      )
    return element ?? placeholderOf(field)
  }
  const list = given || fields.map((field) => `${elementFor(field)} AS ${field.toLowerCase()}`).join(', ')
  const before = String(values.condition_before ?? '')
  const condition =
    String(values.condition_after ?? '') ||
    before.replace(/(@?[\w/>~-]+|'[^']*')/g, (word) => translated(word, elementFor))
  const rows = [
    ...gaps.flatMap((gap) => gapComment(gap, '')),
    `SELECT ${list}`,
    `  FROM ${values.entity ?? ''}`,
    ...(condition ? [`  WHERE ${condition}`] : []),
    '  INTO TABLE @DATA(rows).',
  ]
  return { text: rows.join('\n'), gaps, isGiven: given !== '' }
}

const SQL = /^(?:AND|OR|NOT|IN|LIKE|BETWEEN|IS|NULL|INITIAL|EQ|NE|GT|GE|LT|LE|ESCAPE)$/i

/** Translates a word of a condition. Names are fields, except variables, literals and keywords. */
const translated = (word: string, elementFor: (field: string) => string): string =>
  /^(?:\/\w+\/)?[A-Z_]\w*$/i.test(word) && !SQL.test(word) ? elementFor(word.toUpperCase()) : word

const beforeText = ({ source, statements }: Facts, table: string): string =>
  statements.selects
    .filter((one) => one.table === table)
    .map(({ start, end }) => source?.text.slice(start, end) ?? '')
    .join('\n')

const byHandBefore = (values: Values, table: string): string =>
  `SELECT ${ownValue(values, 'fields_before') ?? ''}\n  FROM ${table.toLowerCase()}${values.condition_before ? `\n  WHERE ${values.condition_before}` : ''}\n  INTO TABLE @DATA(rows).`

const rowOf = (one: { field: string; element: string | null; source: string; confidence: number }): string =>
  `| ${one.field} | ${one.element ?? 'not known'} | ${one.element ? `${one.source} (${Math.round(one.confidence * 100)}%)` : ''} |`
