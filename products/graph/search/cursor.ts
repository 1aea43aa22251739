// Cursors of searches. They contain everything needed to continue, so any replica can use them, even after a restart.
import { fail } from '@veritrace/platform/errors'
import { bareId } from '@veritrace/platform/rdf/statement-id'
import { readCursor, writeCursor } from './store.ts'
import type { Place } from './text/rank-nodes.ts'
import type { View } from './text/weigh-words.ts'

/** A ranked node that is not returned yet: its key, and its ranks by words and by meaning, from 1 or 0 for none. */
export interface Listed {
  key: string
  words: number
  near: number
}

/**
 * Paging by words is unlimited: the cursor holds the position and the scoring parameters. Paging by meaning is limited
 * to a few hundred nodes, which the cursor lists, because a later ranking would have another order.
 */
export type Position = { place: Place; view: View } | { left: Listed[] }

/** 40 bits: enough to distinguish a few hundred nodes among thousands. */
const KEY_LENGTH = 8
export const keyOf = (node: string): string => bareId(node).slice(0, KEY_LENGTH)

export function readPosition(search: string, cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined
  const [kind, ...rest] = readCursor(search, cursor)
  // Cursors can be forged, so their contents are validated.
  return (kind === 'words' ? readWords(rest) : kind === 'left' ? readLeft(rest) : undefined) ?? fail('invalid_cursor')
}

export function writePosition(search: string, position: Position): string {
  if ('left' in position)
    return writeCursor(search, [
      'left',
      position.left.map(({ key, words, near }) => `${key}${two(words)}${two(near)}`).join(''),
    ])
  const { score, name, hash } = position.place
  const { seq, meanLength, words } = position.view
  const flat = words.map((alike) => alike.flatMap(({ term, worth }) => [term, worth]))
  return writeCursor(search, ['words', score, name, hash, seq, meanLength, flat])
}

function readWords([score, name, hash, seq, meanLength, flat]: unknown[]): Position | undefined {
  if (!isNumber(score) || !isText(name) || !isText(hash) || !isCount(seq) || !isNumber(meanLength)) return undefined
  if (!(meanLength > 0) || !Array.isArray(flat)) return undefined
  const words = flat.map(readAlike)
  if (!words.every((alike) => alike !== undefined)) return undefined
  return { place: { score, name, hash }, view: { seq, meanLength, words } }
}

function readAlike(flat: unknown): View['words'][number] | undefined {
  if (!Array.isArray(flat) || flat.length % 2 === 1) return undefined
  const alike: View['words'][number] = []
  for (let i = 0; i < flat.length; i += 2) {
    const [term, worth] = [flat[i], flat[i + 1]]
    if (!isText(term) || !isNumber(worth)) return undefined
    alike.push({ term, worth })
  }
  return alike
}

const LISTED = new RegExp(`([a-z2-7]{${KEY_LENGTH}})([0-9a-f]{2})([0-9a-f]{2})`, 'gy')

function readLeft([text]: unknown[]): Position | undefined {
  if (!isText(text) || text.length % (KEY_LENGTH + 4) !== 0) return undefined
  const left = [...text.matchAll(LISTED)].map(([, key, words, near]) => ({
    key: key!,
    words: Number.parseInt(words!, 16),
    near: Number.parseInt(near!, 16),
  }))
  return left.length * (KEY_LENGTH + 4) === text.length ? { left } : undefined
}

/** At most 255, because the window of a ranking is smaller. */
const two = (rank: number): string => rank.toString(16).padStart(2, '0')
const isNumber = (value: unknown): value is number => Number.isFinite(value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value)
const isText = (value: unknown): value is string => typeof value === 'string'
