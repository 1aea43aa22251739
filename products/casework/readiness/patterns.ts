// A pattern is what one fix mends everywhere: a reference that blocks, how it is used, and what could take its place.
import { createHash } from 'node:crypto'
import { ACCESSES, type Access } from '../estate/estate.ts'
import { type Named, shortForm } from '../model/artifacts.ts'
import type { FindingKind } from '../rating/finding.ts'
import type { Known } from '../rating/known.ts'

/** Ways of use that the same fix mends. */
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

/** By the number of an access in an estate, the number of its class. */
export const CLASS_OF_ACCESS = Uint8Array.from(ACCESSES, (access) => ACCESS_CLASSES.indexOf(CLASS_OF[access]))

/** The way of use that stands for a class where rules ask for one. */
export const ACCESS_OF_CLASS = {
  read: 'read',
  write: 'write',
  call: 'call',
  extend: 'inherit',
  dynamic: 'dynamic',
  type: 'type',
} as const satisfies Record<AccessClass, Access>

export interface Pattern {
  /** The same for as long as reference, way of use and successors are the same. */
  key: string
  reference: Named
  known: Known | undefined
  access: AccessClass
  finding: FindingKind
  code: string
  /** Places in the estate's objects, in order. */
  objects: readonly number[]
  /** Objects that reach the target once nothing but this is mended. */
  lift: number
  /** Places in the source, all objects together. */
  sites: number
}

export function patternKey(reference: Named, access: AccessClass, known: Known | undefined): string {
  const successors = (known?.successors ?? []).map(({ named, concept }) => concept ?? shortForm(named)).sort()
  const text = JSON.stringify([shortForm(reference), access, successors])
  return `pat_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
}

/** What hurts most comes first, then what lifts most; the key settles the rest, so that equal estates give equal lists. */
export const byRisk = (a: Ranked, b: Ranked): number =>
  a.finding.rank - b.finding.rank || b.lift - a.lift || b.objects - a.objects || (a.key < b.key ? -1 : 1)

interface Ranked extends Pick<Pattern, 'finding' | 'lift' | 'key'> {
  objects: number
}
