// Maps measurements to the contract.
import type { Readiness } from '@veritrace/contract/casework/readiness'
import type { ArtifactRef, Citation } from '@veritrace/contract/casework/shapes'
import { pointsFor } from '../effort/points.ts'
import { effortOfDraws, simulate } from '../effort/simulate.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import { type Chosen, chooseAction } from '../rating/choose-action.ts'
import type { Known } from '../rating/known.ts'
import { ratio } from './figures.ts'
import type { Measured } from './measure.ts'
import type { Offender, Summed } from './offenders.ts'
import { ACCESS_OF_CLASS, type Pattern } from './patterns.ts'
import { acceptableAfter } from './what-if.ts'

type Rated = { active: ActivePack; target: TargetProfile }
const MAX_PATTERNS = 200
const MAX_OFFENDERS = 50
const MAX_SUCCESSORS = 20

export const viewPatterns = (rated: Rated, patterns: readonly Summed[]): Readiness['patterns'] =>
  shownOf(patterns).map((pattern) => ({
    key: pattern.key,
    reference: referenceOf(pattern),
    access: pattern.access,
    finding: { id: pattern.finding.id, title: pattern.finding.title, mechanical: pattern.finding.isMechanical },
    code: pattern.code,
    successors: successorsOf(pattern.known),
    action_id: actionFor(rated, pattern).action.id,
    objects: pattern.objects,
    lift: pattern.lift,
    sites: pattern.sites,
  }))

/** By risk; if there are too many, half of the slots go to the patterns with the highest lift. */
function shownOf(patterns: readonly Summed[]): readonly Summed[] {
  if (patterns.length <= MAX_PATTERNS) return patterns
  const lifting = patterns.toSorted((a, b) => b.lift - a.lift || b.objects - a.objects)
  const shown = new Set([...patterns.slice(0, MAX_PATTERNS / 2), ...lifting.slice(0, MAX_PATTERNS / 2)])
  return patterns.filter((one) => shown.has(one))
}

/** Offenders, each with a citation. */
export function viewOffenders(offenders: readonly Offender[]) {
  const citations: Citation[] = []
  const shown = offenders.slice(0, MAX_OFFENDERS).map(({ pattern, objects, lift }) => {
    const [first] = pattern.known?.citations ?? []
    const n = first && citations.push({ ...first, n: citations.length + 1 })
    return {
      artifact: referenceOf(pattern),
      objects,
      code: pattern.code,
      successors: successorsOf(pattern.known),
      lift,
      ...(n !== undefined && { citation: n }),
    }
  })
  return { offenders: shown, citations }
}

const SIMULATIONS = 2_000
const SEED = 1

/** Keys that match no pattern are listed in `unknown_keys` and have no effect. */
export function viewWhatIf(
  rated: Rated,
  parts: readonly Measured[],
  patterns: readonly Summed[],
  keys: readonly string[],
): Readiness['what_if'] {
  const wanted = new Set(keys)
  const fixed = patterns.filter(({ key }) => wanted.has(key))
  const count = (pick: (measured: Measured) => number) => parts.reduce((sum, one) => sum + pick(one), 0)
  const objects = count(({ totals }) => totals.objects)
  const share = ratio(
    count((measured) => acceptableAfter(measured, wanted)),
    objects,
  )
  const items = fixed.map((pattern) => ({
    key: pattern.key,
    group: pattern.key,
    points: pointsFor(actionFor(rated, pattern).action, { ...pattern, isPattern: true }),
  }))
  const known = new Set(fixed.map(({ key }) => key))
  return {
    keys: [...known],
    unknown_keys: [...wanted].filter((key) => !known.has(key)),
    acceptable_share: share,
    delta: ratio(
      share -
        ratio(
          count(({ totals }) => totals.acceptable),
          objects,
        ),
      1,
    ),
    effort: effortOfDraws(simulate(items, { seed: SEED, simulations: SIMULATIONS }).totals),
  }
}

const actionFor = (
  { active, target }: Rated,
  { known, reference, access }: Pick<Pattern, 'known' | 'reference' | 'access'>,
): Chosen => chooseAction(active, target, { known, reference, access: ACCESS_OF_CLASS[access] })

/** Always known: every reference of an estate was looked up. */
const referenceOf = ({ known }: Pick<Pattern, 'known'>): ArtifactRef => known!.artifact

const successorsOf = (known: Known | undefined): ArtifactRef[] =>
  (known?.successors ?? [])
    .filter(({ terminal }) => terminal)
    .slice(0, MAX_SUCCESSORS)
    .map(({ artifact }) => artifact)
