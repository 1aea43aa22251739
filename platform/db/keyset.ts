// Keyset pages instead of offsets: page 10,000 costs the same as page 1, and new rows do not shift the pages.
import { createHash } from 'node:crypto'
import { AppError, fail } from '../errors.ts'
import { isUnreadable } from './failures.ts'

export interface PageQuery {
  cursor?: string
  limit: number
}
export interface Page<T> {
  items: T[]
  next: string
}

/**
 * A cursor holds the sort values of the last row, and a checksum of them and the name of the list.
 * The checksum does not protect anything: every query filters by tenant, and the cursor only says where to continue.
 */
export function encodeCursor(list: string, position: readonly unknown[]): string {
  const text = JSON.stringify(position)
  return Buffer.from(`${checkOf(list, text)}${text}`).toString('base64url')
}

/** The position that `encodeCursor` wrote for the same list; anything else is a 400. The values may have any type. */
export function decodeCursor(list: string, cursor: string): unknown[] {
  const plain = Buffer.from(cursor, 'base64url').toString()
  const text = plain.slice(CHECK_LENGTH)
  if (plain.slice(0, CHECK_LENGTH) !== checkOf(list, text)) fail('invalid_cursor')
  return readPosition(text) ?? fail('invalid_cursor')
}

/** Validates the content too, because anyone can compute the checksum for any text. */
function readPosition(text: string): unknown[] | undefined {
  try {
    const position: unknown = JSON.parse(text, (_key, value) => (hasNul(value) ? fail('invalid_cursor') : value))
    return Array.isArray(position) && position.length > 0 ? position : undefined
  } catch {
    return undefined
  }
}
/** PostgreSQL rejects text with NUL. */
const hasNul = (value: unknown): boolean => typeof value === 'string' && value.includes('\0')

/**
 * Reads one page of a list ordered by id, newest first. `read` gets the id to continue after and how many rows to
 * fetch: one more than the page size, which shows whether there is a next page.
 */
export async function pageById<T extends { id: string }>(
  list: string,
  query: PageQuery,
  read: (after: string | undefined, count: number) => Promise<T[]>,
): Promise<Page<T>> {
  return pageBy(
    list,
    query,
    (row) => [row.id],
    ([after], count) => read(typeof after === 'number' ? fail('invalid_cursor') : after, count),
  )
}

type SortValue = string | number

/** The same for any total order: `position` returns a row's sort values, the last of which must be unique. */
export async function pageBy<T>(
  list: string,
  query: PageQuery,
  position: (row: T) => readonly SortValue[],
  read: (after: readonly SortValue[], count: number) => Promise<T[]>,
): Promise<Page<T>> {
  const after = query.cursor ? decodeCursor(list, query.cursor) : []
  if (!after.every(isSortValue)) fail('invalid_cursor')
  const rows = await read(after, query.limit + 1).catch((error: unknown) => {
    // Only a forged cursor has a text instead of a number here, or a number that is out of range.
    throw after.length > 0 && isUnreadable(error) ? new AppError('invalid_cursor') : error
  })
  const items = rows.slice(0, query.limit)
  const last = items.at(-1)
  return { items, next: rows.length > query.limit && last ? encodeCursor(list, position(last)) : '' }
}

const isSortValue = (value: unknown): value is SortValue => typeof value === 'string' || typeof value === 'number'

const CHECK_LENGTH = 12
const checkOf = (list: string, text: string): string =>
  createHash('sha256').update(`${list}\n${text}`).digest('base64url').slice(0, CHECK_LENGTH)
