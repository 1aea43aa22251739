// Which thing is meant among those of the name: type and key as written, then the key, then the key in another case.
// Pure.
import { type Named, shortForm } from '../model/artifacts.ts'
import type { Reading } from './read-query.ts'

export interface Scored {
  named: Named
  score: number
  why: string
}

interface Found extends Named {
  /** In a list that the target reads. */
  inTarget: boolean
}

const ELSEWHERE = 0.05

/** Best first; equal ones in the order of their names. */
export function identify({ type, names }: Pick<Reading, 'type' | 'names'>, found: readonly Found[]): Scored[] {
  // The first name that is one: a question's other words may be names as well, by accident.
  for (const name of names) {
    const fitting = found.filter((one) => one.name.toLowerCase() === name.toLowerCase())
    if (fitting.length === 0) continue
    return fitting
      .map((one) => scoreOf(one, name, type))
      .toSorted((a, b) => b.score - a.score || (shortForm(a.named) < shortForm(b.named) ? -1 : 1))
  }
  return []
}

function scoreOf({ inTarget, ...named }: Found, name: string, type: string | undefined): Scored {
  const isExact = named.name === name
  const words = isExact ? 'The name as written' : 'The name in other letters'
  const base = isExact ? 0.9 : 0.8
  const score = type === named.type ? base + 0.1 : type === undefined ? base : base - 0.3
  return {
    named,
    score: Math.round((inTarget ? score : score - ELSEWHERE) * 100) / 100,
    why: `${words}${type === named.type ? ' and the type' : type ? `, another type than ${type}` : ''}${inTarget ? '' : ', in lists of other targets'}.`,
  }
}

/** The one that stands out. */
export function subjectAmong(candidates: readonly Scored[], type: string | undefined): Named | undefined {
  const [first, second] = candidates
  if (!first || (type !== undefined && first.named.type !== type)) return undefined
  return !second || second.score < first.score ? first.named : undefined
}
