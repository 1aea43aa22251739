// Parses exported tables: findings, object lists, dependencies and modifications.

import { cutText } from '@veritrace/platform/text'
import { ACCESSES, type Access } from '../../../estate/estate.ts'
import type { Vocabulary } from '../../../packs/vocabulary.ts'
import type { ReadingJob } from '../job.ts'
import { newSheet, type Parsed, type Sheet } from '../parsed.ts'
import { type Row, readTable } from '../table.ts'
import { plain, type Words } from '../words.ts'
import { addFinding } from './findings.ts'

type TableName = keyof Vocabulary['tables']

async function readSheet(job: ReadingJob, table: TableName, take: (sheet: Sheet, row: Row) => void): Promise<Parsed> {
  const sheet = newSheet()
  const words = job.words.vocabulary.tables[table]
  const { columns, rows } = await readTable(job.chunks(), { words, mapping: job.mapping }, (row) => take(sheet, row))
  sheet.rows = rows
  sheet.columns = columns
  if (columns.needed.length > 0) sheet.status = 'needs_mapping'
  return sheet.done()
}

const named = (words: Words, type: string, name: string) => ({ type: words.typeOf(type), name: name.toUpperCase() })

export const parseFindingsTable = (job: ReadingJob): Promise<Parsed> =>
  readSheet(job, 'findings_csv', (sheet, { line, cell }) => {
    const { words } = job
    const object = checkedObject(words, cell('object_type'), cell('object_name'))
    const priority = words.priorityOf(cell('priority'))
    if (!object.name) return sheet.reject(line, 'The object name is missing.')
    if (priority === undefined) return sheet.reject(line, `“${cutText(cell('priority'), 40)}” is not a valid priority.`)
    const record = sheet.object(object, line)
    if (!record) return
    record.package = cell('package').toUpperCase() || record.package
    record.owner = words.person(cell('owner')) || record.owner
    sheet.checkVariant ??= cell('check_variant') || null
    const name = cell('reference_name').toUpperCase()
    addFinding(words, sheet, {
      object,
      check_id: cell('check_id'),
      check_title: cell('check_title'),
      message_id: cell('message_id'),
      message: cell('message'),
      priority,
      reference: name
        ? { type: words.listType(cell('reference_sub_type') || cell('reference_type'), name), name }
        : null,
      line: lineOf(cell('line')),
      exempted: words.isExempted(cell('exempted')),
      quickfix: false,
    })
  })

/** Checks may name a generated include: `ZCL_ORDER=====CM001` is a part of the class. */
function checkedObject(words: Words, type: string, name: string): ReturnType<typeof named> {
  const [, whole, part] = /^(.+?)=+(C\w{1,4}|I[UP]|E|IU)$/i.exec(name) ?? []
  if (whole && part) return named(words, part.toUpperCase().startsWith('I') ? 'INTF' : 'CLAS', whole)
  return named(words, type || 'PROG', name)
}

/** `12`, or with a column `12,4` or `12/4`. */
function lineOf(cell: string): number | null {
  const [, line] = /^(\d{1,9})(?:\s*[,/:;]\s*\d+)?$/.exec(cell) ?? []
  return line && Number(line) > 0 ? Number(line) : null
}

const wholeNumber = (cell: string): number | undefined => {
  const digits = cell.replace(/[\s.,']/g, '')
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}

export const parseObjectList = (job: ReadingJob): Promise<Parsed> =>
  readSheet(job, 'object_list_csv', (sheet, { line, cell }) => {
    const { words } = job
    const record = sheet.object(named(words, cell('type'), cell('name')), line)
    if (!record) return
    record.package = cell('package').toUpperCase() || record.package
    record.owner = words.person(cell('owner')) || record.owner
    record.component = cell('component') || record.component
    record.lines = wholeNumber(cell('lines')) ?? record.lines
    const executions = wholeNumber(cell('executions'))
    if (executions !== undefined) {
      record.executions = (record.executions ?? 0) + executions
      sheet.usages++
    }
    record.last_used = dayOf(cell('last_used')) ?? record.last_used
  })

/** Accepts 2026-01-31, 20260131 and 31.01.2026. */
export function dayOf(cell: string): string | null {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(cell) ?? []
  if (year) return Number(year) > 0 ? `${year}-${month}-${day}` : null
  const [, late, middle, first] = /^(\d{2})\.(\d{2})\.(\d{4})/.exec(cell) ?? []
  return late ? `${first}-${middle}-${late}` : null
}

export const parseDependencies = (job: ReadingJob): Promise<Parsed> => {
  const access = accessReader(job.words.vocabulary.tables.dependency_csv.access_words)
  return readSheet(job, 'dependency_csv', (sheet, { line, cell }) => {
    const { words } = job
    const from = named(words, cell('from_type'), cell('from_name'))
    const name = cell('to_name').toUpperCase()
    if (!name) return sheet.reject(line, 'The name of the used object is missing.')
    const record = sheet.object(from, line)
    if (!record) return
    record.has_dependencies = true
    record.package = cell('from_package').toUpperCase() || record.package
    const to = { type: words.listType(cell('to_type'), name), name }
    sheet.use(from, to, access(cell('access')), wholeNumber(cell('sites')) ?? 1, wholeNumber(cell('line')) ?? 0)
  })
}

function accessReader(words: Readonly<Record<string, readonly string[]>>): (word: string) => Access {
  const table = new Map<string, Access>()
  for (const access of ACCESSES) {
    table.set(access, access)
    for (const word of words[access] ?? []) table.set(plain(word), access)
  }
  return (word) => table.get(plain(word)) ?? 'use'
}

export const parseModifications = (job: ReadingJob): Promise<Parsed> =>
  readSheet(job, 'modification_csv', (sheet, { line, cell }) => {
    const { words } = job
    const record = sheet.object(named(words, cell('object_type'), cell('object_name')), line)
    if (!record) return
    record.owner = words.person(cell('user')) || record.owner
    if (record.technologies.length === 0) record.technologies.push(words.technology(words.vocabulary.modification, 0))
  })
