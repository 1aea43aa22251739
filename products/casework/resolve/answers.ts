// Answers that were given a moment ago. Lists and rules never change without another digest, so only what people have
// decided since has to be looked at.
import type { Casework } from '../deps.ts'
import type { Answered } from './answer.ts'

export interface Remembered extends Answered {
  /** All names that it speaks of, in lower case, and the decisions about them that it rests on. */
  names: readonly string[]
  decisions: string
}

/** Of about ten kilobytes each, and as much as JSON. */
const MOST = 2_000

const answers = new WeakMap<Casework['packs'], Map<string, Remembered>>()

export const answerBefore = (packs: Casework['packs'], key: string): Remembered | undefined =>
  answers.get(packs)?.get(key)

export function rememberAnswer(packs: Casework['packs'], key: string, answer: Remembered): void {
  const known = answers.get(packs) ?? new Map<string, Remembered>()
  answers.set(packs, known)
  known.delete(key)
  if (known.size >= MOST) known.delete(known.keys().next().value!)
  known.set(key, answer)
}

/** Of decisions: another one, one less or one that was agreed to makes another text. */
export const textOf = (decisions: readonly { id: string; reviewed: boolean }[]): string =>
  decisions
    .map(({ id, reviewed }) => `${id} ${reviewed}`)
    .sort()
    .join(',')
