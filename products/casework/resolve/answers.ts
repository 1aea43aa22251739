// Caches recent answers. Lists and rules cannot change without a new digest in the key, so only newer decisions have to
// be checked.
import type { Casework } from '../deps.ts'
import type { Answered } from './answer.ts'

export interface Remembered extends Answered {
  /** All names in the answer in lower case, and the decisions on them that it depends on. */
  names: readonly string[]
  decisions: string
}

/** An answer takes about ten kilobytes, and as much again as JSON. */
const LIMIT = 2_000

const answers = new WeakMap<Casework['packs'], Map<string, Remembered>>()

export const answerBefore = (packs: Casework['packs'], key: string): Remembered | undefined =>
  answers.get(packs)?.get(key)

export function rememberAnswer(packs: Casework['packs'], key: string, answer: Remembered): void {
  const known = answers.get(packs) ?? new Map<string, Remembered>()
  answers.set(packs, known)
  known.delete(key)
  if (known.size >= LIMIT) known.delete(known.keys().next().value!)
  known.set(key, answer)
}

/** Cache key: changes when a decision is added, removed or reviewed. */
export const textOf = (decisions: readonly { id: string; reviewed: boolean }[]): string =>
  decisions
    .map(({ id, reviewed }) => `${id} ${reviewed}`)
    .sort()
    .join(',')
