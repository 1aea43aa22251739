// The walk shared by all JSON lists: elements of one array are records, other elements go to a callback.
import { isObject } from './fields.ts'
import { readJson } from './json-parts.ts'
import { type Found, Unreadable } from './record.ts'

export interface Layout {
  array: string
  /** Accept a file without the array if it has one of these keys; an empty list has only `formatVersion`. */
  orKeys: readonly string[]
  /** Called for elements of other arrays, in file order. */
  onOther?(key: string, element: unknown): void
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
      layout.onOther?.(part.key, part.element)
    }
    isOurs ||= part.key === layout.array || layout.orKeys.includes(part.key)
    if (!('element' in part) || part.key !== layout.array) continue
    const pointer = `/${layout.array}/${part.index}`
    const row = part.index + 1
    if (isObject(part.element)) yield layout.read(part.element, row, pointer, version)
    else yield { rejected: { row, pointer, reason: 'it is not an object' } }
  }
  // Otherwise a list of another kind would pass for an empty one.
  if (other !== undefined && !hasArray) throw new Unreadable(`The file has “${other}” and no “${layout.array}”.`)
  if (!isOurs) throw new Unreadable(`The file has no “${layout.array}”.`)
}
