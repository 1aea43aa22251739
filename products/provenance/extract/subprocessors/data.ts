// Subprocessors in JSON: a list of objects whose keys are like the headers of a table.
import { type Entry, noFields } from './entry.ts'
import { isPlace, put } from './fields.ts'
import type { Page, Role } from './page.ts'
import { nameIn } from './wording.ts'

type Members = Readonly<Record<string, unknown>>

const WORDING = 0.3
/** "E-mail provider" does not name anyone. */
const LEAST_SHARE = 0.5
const DEEPEST = 6
const MOST = 2000

export function entriesInData(page: Page): Entry[] {
  const { data } = page.document
  if (!page.isList || data === null || typeof data !== 'object' || page.blocks.length === 0) return []
  let from = 0
  return listsIn(data, 0).flatMap((list) => {
    const entries = list.map((members) => entryOf(members, page, from))
    for (const entry of entries) if (entry) from = entry.end
    const found = entries.filter((entry) => entry !== undefined)
    const told = found.filter((entry) => isPlace(entry.location) || page.has(entry.purpose, 'task'))
    return told.length >= list.length * LEAST_SHARE ? found : []
  })
}

/** Arrays of objects at any depth. */
function listsIn(data: unknown, depth: number): Members[][] {
  if (data === null || typeof data !== 'object' || depth > DEEPEST) return []
  if (Array.isArray(data) && data.length > 0 && data.length < MOST && data.every(isMembers)) return [data]
  return Object.values(data).flatMap((inner) => listsIn(inner, depth + 1))
}

const isMembers = (data: unknown): data is Members => data !== null && typeof data === 'object' && !Array.isArray(data)

function entryOf(members: Members, page: Page, from: number): Entry | undefined {
  const said = Object.entries(members).flatMap(([key, value]) => {
    const text = Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(', ') : value
    const role = page.roleOf(wordsOf(key), WORDING)
    return typeof text === 'string' && text.trim() !== '' && role ? [{ role, text, key }] : []
  })
  const named = said.find(({ role }) => role === 'name')
  const found = named && nameIn(named.text, page)
  if (!named || !found) return undefined
  const fields = noFields()
  for (const { role, text, key } of said) put(fields, roleOf(role, key), text)
  const quote = quoteOf(
    said.map(({ text }) => text),
    page,
    from,
  )
  if (!quote) return undefined
  return {
    ...fields,
    ...quote,
    location: fields.location || fields.corporateLocation,
    named: found.named,
    standing: 'third_party',
    rule: 'subprocessor/data',
  }
}

const wordsOf = (key: string): string => key.replace(/[_-]/g, ' ').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')

/** "data_location" is about the place, not the kind of data. */
const roleOf = (role: Role, key: string): Role =>
  role === 'data' && /location|region|country/i.test(key) ? 'location' : role

/** Quotes the file from the first value to the last. */
function quoteOf(
  values: readonly string[],
  page: Page,
  from: number,
): Pick<Entry, 'block' | 'start' | 'end'> | undefined {
  const { text } = page.document
  const places = values.flatMap((value) => {
    const start = text.indexOf(JSON.stringify(value).slice(1, -1), from)
    return start < 0 ? [] : [{ start, end: start + value.length }]
  })
  const start = Math.min(...places.map((place) => place.start))
  const end = Math.max(...places.map((place) => place.end))
  const block = page.blocks.find((one) => one.start <= start && start < one.end)
  return block && { block, start, end }
}
