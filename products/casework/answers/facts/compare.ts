// The differences between two releases.
import type { CorpusComparison, CorpusDifference } from '@veritrace/contract/casework/corpus'
import { isAppError } from '@veritrace/platform/errors'
import { compareLists } from '../../corpus/compare-lists.ts'
import type { TargetProfile } from '../../packs/pack.ts'
import { matchIntent } from '../../resolve/intents.ts'
import type { Sentence } from '../check.ts'
import { joined } from '../sentences.ts'
import { type Asking, type Material, missing, step } from './asking.ts'
import { fillTemplate, placeholdersOf, type Value } from './template.ts'

const MAX_SHOWN = 5
/** Show examples of breaking changes before mere additions. */
const BREAKING = ['state', 'removed', 'successors'] as const

export async function compare(asking: Asking): Promise<Material> {
  const { active, params, target, sources, intent, projectId } = asking
  const later = params.to ? targetsNamed(active.pack.targets, params.to, target) : (meantBy(asking) ?? [])
  if (later.length === 0) return missing('compare', 'The question names no release with available lists.')
  const { from, to, whole } = await readFirst(asking, later)
  if (!from || !to || !whole)
    return missing('compare', 'The lists of these releases are not available, so they cannot be compared.')
  const ours = projectId ? await read(asking, from, to, projectId) : undefined
  const { counts, transitions, items } = whole
  const states = placeholdersOf(intent.template).filter((name) => !OWN.has(name))
  const into = (state: string): number =>
    transitions
      .filter(({ change, to_state }) => change === 'state' && to_state === state)
      .reduce((sum, { count }) => sum + count, 0)
  const counted = states.reduce((sum, state) => sum + into(state), 0)
  const figures = {
    added: counts.added,
    removed: counts.removed,
    changed: counts.state + counts.successors - counted,
    ...Object.fromEntries(states.map((state) => [state, into(state)])),
    ...(ours && { affected: ours.total ?? 0 }),
  }
  const cites = sources.computed({
    title: `Comparison of ${whole.from.title} with ${whole.to.title}`,
    query: `GET /corpus/compare?from=${whole.from.id}&to=${whole.to.id}`,
    asOf: whole.to.as_of,
    parts: [
      `from ${from.label} to ${to.label}`,
      ...Object.entries(figures).map(([name, count]) => `${name} ${count}`),
      ...(ours ?? whole).items.slice(0, MAX_SHOWN).map(differenceText),
    ],
  })
  const top = (ours ?? whole).items.slice(0, MAX_SHOWN).map(differenceText)
  const values: Record<string, Value | Sentence[] | undefined> = {
    from: { text: from.label, cites },
    to: { text: to.label, cites },
    top: top.length > 0 ? [{ text: `Among them: ${joined(top)}.`, cites }] : undefined,
    ...Object.fromEntries(Object.entries(figures).map(([name, count]) => [name, { text: count, cites }])),
  }
  return {
    sentences: fillTemplate(intent.template, values),
    facts: Object.entries(figures).map(([name, value]) => ({ name, value, citations: cites })),
    steps: [step('compare', 'Compared the lists of both releases', items.length)],
  }
}

/** Fixed placeholders. Any other is the name of a state and stands for the number of objects that changed to it. */
const OWN = new Set(['from', 'to', 'added', 'removed', 'changed', 'affected', 'top'])

async function read(
  { deps, scope, active }: Asking,
  from: TargetProfile,
  to: TargetProfile,
  projectId?: string,
): Promise<CorpusComparison | undefined> {
  const [first] = from.lists
  const [second] = to.lists
  if (!first || !second) return undefined
  const lists = { from: first.list, to: second.list, pack: active.pack.ref.id, limit: MAX_SHOWN }
  const asked = { ...lists, ...(projectId && { project_id: projectId }) }
  try {
    const whole = await compareLists(deps, scope, asked)
    const breaking = BREAKING.find((change) => whole.counts[change] > 0)
    const { items } = breaking ? await compareLists(deps, scope, { ...asked, change: breaking }) : whole
    return { ...whole, items }
  } catch (error) {
    if (isAppError(error) && (error.code === 'entry_not_found' || error.code === 'gone')) return undefined
    throw error
  }
}

/**
 * Matches `2023_3`, `2023 FPS3`, `2023` or a profile id; targets of the current edition are preferred, latest first.
 */
function targetsNamed(targets: readonly TargetProfile[], text: string, like: TargetProfile): TargetProfile[] {
  const exact = targets.filter(({ profile_id }) => profile_id === text.trim().toLowerCase())
  const [, year, step] = /(\d{4})\D*(\d)?/.exec(text) ?? []
  const fitting = targets.filter(({ profile_id }) => {
    const [ofYear, ofStep] = profile_id.split(':')[1]!.split('_')
    return ofYear === year && (step === undefined || ofStep === step)
  })
  const own = fitting.filter((one) => editionOf(one) === editionOf(like))
  return exact.length > 0 ? exact : (own.length > 0 ? own : fitting).toReversed()
}

const editionOf = ({ profile_id }: TargetProfile): string => profile_id.split(':')[0]!

/**
 * The current target if the question is clearly about a release; `difference between … and …` may be about anything.
 */
function meantBy({ active, question, intent, target }: Asking): TargetProfile[] | undefined {
  const matched = matchIntent(active.pack, question)
  return matched.intent === intent && matched.confidence > UNCLEAR ? [target] : undefined
}
const UNCLEAR = 0.9

/** Earlier targets of the same edition, nearest first. */
function before(targets: readonly TargetProfile[], to: TargetProfile): TargetProfile[] {
  const same = targets.filter((one) => editionOf(one) === editionOf(to) && one.profile_id.endsWith('latest') === false)
  const place = same.indexOf(to)
  return (place < 0 ? same : same.slice(0, place)).toReversed()
}

/** The first pair of targets whose lists are available. */
async function readFirst(asking: Asking, later: readonly TargetProfile[]) {
  const { params, active } = asking
  for (const to of later) {
    const { targets } = active.pack
    const earlier = params.from ? targetsNamed(targets, params.from, to) : before(targets, to)
    for (const from of earlier.filter((one) => one !== to)) {
      const whole = await read(asking, from, to)
      if (whole) return { from, to, whole }
    }
  }
  return { from: undefined, to: undefined, whole: undefined }
}

const differenceText = ({ type, name, change, from_state, to_state }: CorpusDifference): string =>
  `${type} ${name} (${change === 'state' ? `${from_state} to ${to_state}` : change})`
