// The roles of table columns, by the words of the header or by the content of the cells.
import { isPlace } from './fields.ts'
import { isFirm, namedInText } from './names.ts'
import type { Page, Role } from './page.ts'

export type Columns = Partial<Record<Role, number | undefined>>

const MOST_COLUMNS = 8
const NEARLY_ALL = 0.8
const MOST = 0.7
const LONGEST_HEAD = 60

/** Half of the header's words must be known, unless it is marked up as a header. */
const LEAST = 0.4
const ANY = 0.15

/** Undefined if this is not the header of a list of companies. */
export function columnsOf(heads: readonly string[], page: Page, isMarked: boolean): Columns | undefined {
  const said = heads.map((head) => (head.length > LONGEST_HEAD ? '' : head))
  if (heads.filter((head) => head !== '').length < 2) return undefined
  if (!isMarked && said.some((head) => isPlace(head) || isFirm(head))) return undefined
  const columns: Columns = {}
  said.forEach((head, index) => {
    const role = head === '' ? undefined : page.roleOf(head, isMarked ? ANY : LEAST)
    if (!role) return
    const target = role === 'location' && columns.location !== undefined ? 'seat' : role
    columns[target] ??= index
  })
  columns.purpose ??= columns.use
  const { location, seat } = columns
  const isSeatFirst = location !== undefined && seat !== undefined && location < seat
  if (isSeatFirst && isOfData(said[seat] ?? '', page) && !isOfData(said[location] ?? '', page)) {
    columns.location = seat
    columns.seat = location
  }
  return named(columns, said, page)
}

/** Data locations such as "Processing location" and "Serverstandort", as opposed to "Country" or "Address". */
export const isOfData = (head: string, page: Page): boolean =>
  (['processed', 'stored', 'hosted'] as const).some((cue) => page.has(head, cue)) || /server|data/iu.test(head)

const CODE = /^\p{Lu}{2,4}[ -]?\d{1,2}$/u

/** "EU1", "US2" are codes of the vendor; the place is in another column. */
export function withoutCodes(columns: Columns, rows: readonly (readonly string[])[]): Columns {
  const { location, seat } = columns
  if (location === undefined || seat === undefined) return columns
  const isCoded = rows.every((cells) => CODE.test(cells[location] ?? ''))
  return isCoded ? { ...columns, location: seat, seat: undefined } : columns
}

/** A column of job titles: "Data Protection Officer", "Counsel". */
export function isOfPeople(rows: readonly (readonly string[])[], page: Page): boolean {
  const width = Math.max(...rows.map((cells) => cells.length))
  const isPost = (text: string | undefined): boolean =>
    text !== undefined && text.length < LONGEST_HEAD && page.has(text, 'post')
  return Array.from({ length: width }, (_, column) => column).some(
    (column) => rows.length > 1 && rows.filter((cells) => isPost(cells[column])).length >= (rows.length - 1) * MOST,
  )
}

/** "Version, date, author" and "Plan, storage, region" are headers of unrelated tables. */
export const isOfOthers = (heads: readonly string[], page: Page): boolean =>
  heads.some((head) => page.roleOf(head, 0.8, ['label']) === 'date' || page.share(head, ['other_topic']) >= 0.8)

/** A header that does not mention names above a column of names: "Service | Used for | Country". */
export function columnsByNames(rows: readonly (readonly string[])[], page: Page): Columns | undefined {
  const [heads = [], ...below] = rows
  const roles = heads.map((head) => (head === '' || isPlace(head) ? undefined : page.roleOf(head, LEAST)))
  if (roles.includes('name') || isOfOthers(heads, page) || roles.filter((role) => role !== undefined).length < 2)
    return undefined
  const guessed = guessedColumns(below, page)
  if (guessed?.name === undefined) return undefined
  const columns: Columns = { name: guessed.name }
  roles.forEach((role, index) => {
    if (role && index !== columns.name) columns[role] ??= index
  })
  columns.purpose ??= columns.use ?? guessed.purpose
  columns.location ??= guessed.location
  return columns
}

function named(columns: Columns, heads: readonly string[], page: Page): Columns | undefined {
  const described = columns.purpose ?? columns.location ?? columns.data ?? columns.seat
  // A column without a header contains the names, if the other columns are labeled.
  if (columns.name === undefined && heads[0] === '' && described !== undefined) columns.name = 0
  if (columns.name === undefined) return undefined
  const explicit = page.has(heads[columns.name] ?? '', 'subprocessor')
  return described !== undefined || explicit ? columns : undefined
}

/** For a table without headers: names in nearly every row, then their purpose; places in any column. */
export function guessedColumns(rows: readonly (readonly string[])[], page: Page): Columns | undefined {
  const width = Math.max(...rows.map((cells) => cells.length))
  if (rows.length < 2 || width < 2 || width > MOST_COLUMNS) return undefined
  const share = (fits: (text: string) => boolean, column: number): number =>
    rows.filter((cells) => fits(cells[column] ?? '')).length / rows.length
  const all = Array.from({ length: width }, (_, index) => index)
  const location = all.find((column) => share(isPlace, column) >= MOST)
  const isName = (text: string): boolean => namedInText(text) !== undefined && page.share(text, ['task', 'label']) < 0.8
  const name = all.find((column) => column !== location && share(isName, column) >= NEARLY_ALL)
  if (name === undefined) return undefined
  const purpose = all.find(
    (column) => column !== name && column !== location && share((text) => /\p{L}{3}/u.test(text), column) >= NEARLY_ALL,
  )
  return { name, ...(location !== undefined && { location }), ...(purpose !== undefined && { purpose }) }
}

/** Labels in the first column, one company in each of the others. */
export function isTransposed(rows: readonly (readonly string[])[], page: Page): boolean {
  // The first row is headed by an empty cell if the labels start below it.
  const labels = rows[0]?.[0] === '' ? rows.slice(1) : rows
  const roles = labels.map((cells) => (cells[0] && !isFirm(cells[0]) ? page.roleOf(cells[0], LEAST) : undefined))
  const known = roles.filter((role) => role !== undefined)
  const others = new Set(known.filter((role) => role !== 'name'))
  return labels.length >= 2 && known.length >= labels.length * 0.7 && others.size >= 1 && new Set(known).size >= 2
}
