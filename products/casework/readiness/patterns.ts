// A pattern is everything that one fix resolves: a blocking reference, how it is used, and its possible successors.
import { createHash } from 'node:crypto'
import { ACCESSES, type Access } from '../estate/estate.ts'
import { type Named, shortForm } from '../model/artifacts.ts'
import type { FindingKind } from '../rating/finding.ts'
import type { Known } from '../rating/known.ts'

/** Kinds of use that share a fix. */
export const ACCESS_CLASSES = ['read', 'write', 'call', 'extend', 'dynamic', 'type'] as const
export type AccessClass = (typeof ACCESS_CLASSES)[number]

const CLASS_OF = {
  read: 'read',
  type: 'type',
  use: 'read',
  write: 'write',
  call: 'call',
  inherit: 'extend',
  implement: 'extend',
  dynamic: 'dynamic',
} as const satisfies Record<Access, AccessClass>

/** Class index by access index. */
export const CLASS_OF_ACCESS = Uint8Array.from(ACCESSES, (access) => ACCESS_CLASSES.indexOf(CLASS_OF[access]))

/** The access that represents a class in rules. */
export const ACCESS_OF_CLASS = {
  read: 'read',
  write: 'write',
  call: 'call',
  extend: 'inherit',
  dynamic: 'dynamic',
  type: 'type',
} as const satisfies Record<AccessClass, Access>

export interface Pattern {
  /** Stable while reference, class and successors are the same. */
  key: string
  reference: Named
  known: Known | undefined
  access: AccessClass
  finding: FindingKind
  code: string
  /** Indexes of the estate's objects, ascending. */
  objects: readonly number[]
  /** Objects that reach the target if only this pattern is fixed. */
  lift: number
  /** Places in the source, over all objects. */
  sites: number
}

export function patternKey(reference: Named, access: AccessClass, known: Known | undefined): string {
  const successors = (known?.successors ?? []).map(({ named, concept }) => concept ?? shortForm(named)).sort()
  const text = JSON.stringify([shortForm(reference), access, successors])
  return `pat_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
}

/** Highest risk first, then highest lift; the key breaks ties, so that equal estates give equal lists. */
export const byRisk = (a: Ranked, b: Ranked): number =>
  a.finding.rank - b.finding.rank || b.lift - a.lift || b.objects - a.objects || (a.key < b.key ? -1 : 1)

interface Ranked extends Pick<Pattern, 'finding' | 'lift' | 'key'> {
  objects: number
}
