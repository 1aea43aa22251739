// Whether findings meet a policy, and how they compare with a baseline. Pure.
import type { Baseline } from './baseline.ts'
import { TOTAL } from './config.ts'
import type { Finding } from './finding.ts'

/** Named as in SARIF. `updated`: the baseline has the finding with another level. */
type BaselineState = 'new' | 'unchanged' | 'updated'

export interface Compared {
  finding: Finding
  /** Absent without a baseline. */
  state?: BaselineState
}

export interface Policy {
  forbid: readonly string[]
  forbid_new: readonly string[]
  max: Readonly<Record<string, number>>
}

export interface Violation {
  rule: 'forbid' | 'forbid_new' | 'max'
  message: string
  findings: number
}

export function compare(
  findings: readonly Finding[],
  baseline: Baseline | undefined,
): { compared: Compared[]; gone: number } {
  if (!baseline) return { compared: findings.map((finding) => ({ finding })), gone: 0 }
  const now = new Set(findings.map(({ fingerprint }) => fingerprint))
  return {
    compared: findings.map((finding) => ({ finding, state: stateOf(finding, baseline) })),
    gone: [...baseline.keys()].filter((fingerprint) => !now.has(fingerprint)).length,
  }
}

function stateOf({ fingerprint, level }: Finding, baseline: Baseline): BaselineState {
  const before = baseline.get(fingerprint)
  if (before === undefined) return 'new'
  return before === level ? 'unchanged' : 'updated'
}

/** Without a baseline, no finding is new. */
export function violationsOf(compared: readonly Compared[], { forbid, forbid_new, max }: Policy): Violation[] {
  const violations: Violation[] = []
  for (const level of forbid) {
    const count = compared.filter(({ finding }) => finding.level === level).length
    if (count > 0)
      violations.push({ rule: 'forbid', findings: count, message: `Level ${level} is not allowed: ${found(count)}.` })
  }
  for (const level of forbid_new) {
    const count = compared.filter(({ finding, state }) => state === 'new' && finding.level === level).length
    if (count > 0)
      violations.push({
        ...{ rule: 'forbid_new', findings: count },
        message: `New findings of level ${level} are not allowed: ${found(count)} ${count === 1 ? 'is' : 'are'} not in the baseline.`,
      })
  }
  for (const [what, most] of Object.entries(max)) {
    const count = compared.filter(({ finding }) => [TOTAL, finding.level, finding.rule].includes(what)).length
    if (count > most)
      violations.push({
        ...{ rule: 'max', findings: count },
        message: `At most ${most} findings are allowed for “${what}”: ${found(count)}.`,
      })
  }
  return violations
}

const found = (count: number): string => `${count} ${count === 1 ? 'finding' : 'findings'}`
