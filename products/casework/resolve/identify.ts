// Identifies the artifact among those with the same name: by type and name as written, then by name, then ignoring
// case. Pure.
import { type Named, shortForm } from '../model/artifacts.ts'
import type { Reading } from './read-query.ts'

export interface Scored {
  named: Named
  score: number
  why: string
  /** True for a similar name, undefined for the name that was asked for. */
  isNear?: true
}

interface Found extends Named {
  /** True if a list of the target contains it. */
  inTarget: boolean
}

const ELSEWHERE = 0.05

/** Best first; equal scores sorted by name. */
export function identify({ type, names }: Pick<Reading, 'type' | 'names'>, found: readonly Found[]): Scored[] {
  // Use the first name with a match: other words of a question may be names by accident.
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
  const match = isExact ? 'Exact name' : 'Name in different case'
  const base = isExact ? 0.9 : 0.8
  const score = type === named.type ? base + 0.1 : type === undefined ? base : base - 0.3
  return {
    named,
    score: Math.round((inTarget ? score : score - ELSEWHERE) * 100) / 100,
    why: `${match}${type === named.type ? ' and type' : type ? `, but not of type ${type}` : ''}${inTarget ? '' : ', in lists of other targets'}.`,
  }
}

/** The best candidate, unless another has the same score. */
export function subjectAmong(candidates: readonly Scored[], type: string | undefined): Named | undefined {
  const [first, second] = candidates
  if (!first || (type !== undefined && first.named.type !== type)) return undefined
  return !second || second.score < first.score ? first.named : undefined
}
