// Converts check results to a score. Pure: the same ontology always gets the same score.
import type { Dimension, Finding, OntologyScore } from '@veritrace/contract/graph/ontologies'
import { type Hits, runChecks } from './checks.ts'
import type { Facts } from './facts.ts'
import { LEAST_SCORES, PITFALLS, WEIGHTS } from './pitfalls.ts'

type Pitfall = (typeof PITFALLS)[number]
/** Not imported from the contract, which would load all its schemas in the scoring thread. */
const DIMENSIONS = Object.keys(WEIGHTS) as Dimension[]
/** Limit per pitfall; the rest is only counted. */
const MOST_FINDINGS = 100

export function scoreFacts(facts: Facts): OntologyScore {
  const found = runChecks(facts)
  const judge = (dimension: Dimension) => {
    const pitfalls = PITFALLS.filter((pitfall) => pitfall.dimension === dimension)
    const lost = pitfalls.reduce((sum, pitfall) => sum + lostBy(pitfall, found[pitfall.id]), 0)
    return {
      weight: WEIGHTS[dimension],
      score: rounded(Math.max(0, 100 - lost)),
      findings: pitfalls.flatMap((pitfall) => findingsOf(pitfall, found[pitfall.id], facts)),
    }
  }
  const dimensions = Object.fromEntries(DIMENSIONS.map((name) => [name, judge(name)])) as OntologyScore['dimensions']
  const score = rounded(DIMENSIONS.reduce((sum, name) => sum + dimensions[name].weight * dimensions[name].score, 0))
  return { score, grade: gradeOf(score), dimensions }
}

const lostBy = ({ penalty, counting }: Pitfall, { among, hits }: Hits): number => {
  if (hits.length === 0) return 0
  return counting === 'any' ? penalty : (penalty * hits.length) / among
}

/** Rounds to one decimal. */
const rounded = (points: number): number => Math.round(points * 10) / 10

export function gradeOf(score: number): OntologyScore['grade'] {
  const grades = Object.entries(LEAST_SCORES) as [OntologyScore['grade'], number][]
  return grades.find(([, least]) => score >= least)?.[0] ?? 'F'
}

function findingsOf({ id, severity, fix, title }: Pitfall, { hits }: Hits, { ontologies }: Facts): Finding[] {
  const shown = hits.slice(0, MOST_FINDINGS).map((hit) => ({ pitfall: id, severity, ...hit, fix }))
  const more = hits.length - shown.length
  if (more === 0) return shown
  const message = `${title} (${more} others).`
  return [...shown, { pitfall: id, severity, subject: ontologies[0] ?? '', message, fix }]
}
