// The walk that all JSON lists share: the elements of one array are records, everything else is said to the caller.
import { isObject } from './fields.ts'
import { readJson } from './json-parts.ts'
import { type Found, Unreadable } from './record.ts'

export interface Layout {
  array: string
  /** Of these one must be there, where the file has no array; such as `formatVersion` of a list with nothing in it. */
  orKeys: readonly string[]
  /** Elements of other arrays, in the order of the file. */
  beside?(key: string, element: unknown): void
  read(element: Record<string, unknown>, row: number, pointer: string, version: string): Found
}

export function* readElements(pieces: Iterable<string>, layout: Layout): Generator<Found> {
  let version = ''
  let isOurs = false
  let other: string | undefined
  let hasArray = false
  for (const part of readJson(pieces)) {
    if ('value' in part && part.key === 'formatVersion') version = String(part.value)
    hasArray ||= part.key === layout.array
    if ('element' in part && part.key !== layout.array) {
      other ??= part.key
      layout.beside?.(part.key, part.element)
    }
    isOurs ||= part.key === layout.array || layout.orKeys.includes(part.key)
    if (!('element' in part) || part.key !== layout.array) continue
    const pointer = `/${layout.array}/${part.index}`
    const row = part.index + 1
    if (isObject(part.element)) yield layout.read(part.element, row, pointer, version)
    else yield { rejected: { row, pointer, reason: 'it is not an object' } }
  }
  // A list of another kind under this name must not pass for one with nothing in it.
  if (other !== undefined && !hasArray) throw new Unreadable(`The file has “${other}” and no “${layout.array}”.`)
  if (!isOurs) throw new Unreadable(`The file has no “${layout.array}”.`)
}
