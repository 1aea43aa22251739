// What the lists say about a named artifact: the text of its resolution, with the records and the rule that support it.
import type { Resolution } from '@veritrace/contract/casework/resolve'
import { shortForm } from '../../model/artifacts.ts'
import { resolveOne } from '../../resolve/resolve-one.ts'
import { type CheckRules, isSupported, type Sentence } from '../check.ts'
import { joined, sentencesIn } from '../sentences.ts'
import { type Asking, type Material, nothing, PROJECT_NEEDED, step } from './asking.ts'
import { quotedPassages } from './passages.ts'
import { suggestionsFor } from './suggest.ts'

const MAX_MEANINGS = 3

export async function resolution(asking: Asking): Promise<Material> {
  if (asking.intent.requires.includes('project') && !asking.projectId)
    return nothing('resolve', 'No project is selected.', [PROJECT_NEEDED])
  const several = await resolveAll(asking)
  if (several.length > 0) return materialOf(asking, several)
  const found = await resolve(asking, asking.question)
  if (isKnown(found)) return materialOf(asking, [found])
  const meanings = (found.candidates ?? []).filter(() => found.status === 'ambiguous').slice(0, MAX_MEANINGS)
  const each = []
  for (const { artifact } of meanings) each.push(await resolve(asking, shortForm(artifact)))
  const known = each.filter(isKnown)
  if (known.length > 0) {
    const message = 'Several artifacts have this name. Add the type to ask about one of them.'
    return materialOf(asking, known, [{ code: 'ambiguous', message }])
  }
  return {
    ...nothing('resolve', 'Looked for the name in the lists of the target.'),
    suggestions: nearBy(asking, found),
  }
}

/** If the question names several artifacts or targets, resolves each artifact for each target. */
async function resolveAll(asking: Asking): Promise<Resolution[]> {
  const { params, target, alongside } = asking
  if (params.other === undefined && alongside.length === 0) return []
  const names = params.name ? namesIn(params) : [asking.question]
  const all: Resolution[] = []
  for (const one of [target, ...alongside])
    for (const name of names) all.push(await resolve({ ...asking, target: one }, name))
  return all.filter(isKnown)
}

/** Names in the question that no list contains. */
function notNamed({ params, sources, target }: Asking, found: readonly Resolution[]): Sentence[] {
  const known = new Set(found.map(({ subject }) => subject!.name.toUpperCase()))
  const missing = namesIn(params).filter((name) => !known.has(name.toUpperCase()))
  if (missing.length === 0 || params.other === undefined) return []
  const text = `No list of ${target.label} names ${joined(missing)}.`
  return [
    { text, cites: sources.computed({ title: `Lists of ${target.label}`, query: 'GET /resolve', parts: [text] }) },
  ]
}

const namesIn = ({ name, other }: Asking['params']): string[] => [
  ...(name ? [name] : []),
  ...(other?.split(/[\s,]+(?:and\s+|or\s+)?/i) ?? []),
]

const resolve = async ({ deps, scope, active, target, intent, projectId }: Asking, q: string): Promise<Resolution> => {
  const asked = { q, intent: intent.id, target: target.profile_id, pack: active.pack.ref.id, project_id: projectId }
  return (await resolveOne(deps, scope, asked)).resolution
}

/**
 * Known means that a list has a record of it or that it is the customer's own object; a rating by rules alone is not
 * enough.
 */
const isKnown = ({ citations, rating, subject }: Resolution): boolean =>
  rating !== undefined && (citations.length > 0 || subject?.kind === 'custom_object')

const nearBy = ({ intent }: Asking, { candidates = [] }: Resolution): Material['suggestions'] =>
  candidates.slice(0, MAX_MEANINGS).map(({ artifact }) => ({
    label: `Did you mean ${shortForm(artifact)}?`,
    intent_id: intent.id,
    params: { type: artifact.type, name: artifact.name },
  }))

const NO_PASSAGES: Material = { sentences: [], steps: [] }

async function materialOf(
  asking: Asking,
  found: readonly Resolution[],
  warnings: NonNullable<Material['warnings']> = [],
): Promise<Material> {
  const [first] = found as [Resolution]
  const answers = found.map((one) => sentencesFor(asking, one))
  const names = found.map(({ subject }) => subject!.name)
  const passages = asking.intent.answer_kind === 'resolution' ? await quotedPassages(asking, names) : NO_PASSAGES
  const freshness = first.freshness
  const stale = freshness?.stale
    ? [{ code: 'stale_catalog', message: `The list is ${freshness.age_days} days old.` }]
    : []
  return {
    sentences: [...answers.flatMap(({ sentences }) => sentences), ...notNamed(asking, found), ...passages.sentences],
    facts: answers.flatMap(({ facts }) => facts),
    subject: first.subject!,
    steps: [step('resolve', `Looked up ${joinForms(found)}`, found.length), ...passages.steps],
    warnings: [...warnings, ...stale],
    suggestions: suggestionsFor(asking.active.pack, asking.intent, first.subject!),
  }
}

const joinForms = (found: readonly Resolution[]): string =>
  found.map(({ subject }) => `${subject!.type} ${subject!.name}`).join(', ')

function sentencesFor(
  asking: Asking,
  found: Resolution,
): { sentences: Sentence[]; facts: NonNullable<Material['facts']> } {
  const { sources, active } = asking
  const numbers = found.citations.map((citation) => sources.add(citation))
  const ruled = rulings(asking, found)
  const rules = rulesOf(active)
  const sentences = sentencesIn(found.text_md).flatMap(({ text, cites }) => {
    const own = cites.length > 0 ? cites.map((n) => numbers[n - 1]!) : numbers.slice(0, 1)
    const isRuled = text.includes(found.rating!.label) || text.includes(found.target.label)
    const supports = [
      ...(isRuled ? [] : [own]),
      [...own, ...ruled.counted],
      [...own, ...ruled.verdict],
      [...own, ...ruled.verdict, ...ruled.rated],
    ]
    const enough = supports
      .map((some) => ({ text, cites: [...new Set(some)] }))
      .find((one) =>
        isSupported(
          one,
          one.cites.map((n) => sources.all[n - 1]),
          rules,
        ),
      )
    return enough ?? { text, cites: own }
  })
  return { sentences, facts: factsOf(found, ruled) }
}

export const rulesOf = ({ pack }: Asking['active'], language?: string): CheckRules => ({
  codes: pack.scheme.codes,
  capitalsMarkNames: language === undefined || /^en\b/.test(language),
})

interface Rulings {
  verdict: number[]
  /** For the successors. */
  rated: number[]
  /** For the objects of the estate that use it. */
  counted: number[]
}

/** Adds the result of the pack's rules, the ratings of successors and the counted users as sources. */
function rulings({ sources, projectId }: Asking, found: Resolution): Rulings {
  const { rating, subject, target, acceptable, freshness, successors, dependents } = found
  const ruled = rating!
  const thing = `${subject!.type} ${subject!.name}`
  const query = `GET /resolve?q=${encodeURIComponent(shortForm(subject!))}&target=${encodeURIComponent(target.profile_id)}${projectId ? `&project_id=${projectId}` : ''}`
  const asOf = freshness?.as_of
  const title = `Ruling ${ruled.rule.id} of ${ruled.rule.ruleset} ${ruled.rule.version}`
  const verdict = sources.computed({
    ...{ title, query, asOf },
    parts: [
      `${thing}: ${ruled.code}, ${ruled.label}; ${acceptable ? 'acceptable' : 'not acceptable'} for ${target.label}`,
      ...ruled.reasons.map(({ text }) => text),
      ...ruled.conflicts.map(({ note }) => note),
      ...(subject!.kind === 'custom_object' ? [found.text_md.replace(/\s+/g, ' ')] : []),
    ],
  })
  const after = successors.filter(({ relation }) => relation !== 'concept')
  const direct = after.filter(({ hop }) => hop === 1).length
  const rated = sources.computed({
    ...{ title: `Successors of ${thing} and their ratings`, query, asOf },
    parts: after.map(
      ({ artifact, rating_in_target, available }, place) =>
        `${place === 0 ? `${direct} at the first step; ` : ''}${artifact.type} ${artifact.name}: ${rating_in_target.code}${available ? '' : ', not available'}`,
    ),
  })
  const counted =
    dependents &&
    sources.computed({
      ...{ title: `Objects of the project that refer to ${thing}`, query },
      parts: [`${dependents.count} refer to ${thing}`, ...dependents.sample.map(({ name }) => name)],
    })
  return { verdict, rated, counted: counted ?? [] }
}

function factsOf(found: Resolution, { verdict, rated, counted }: Rulings): NonNullable<Material['facts']> {
  const { subject, rating, acceptable, successors, dependents } = found
  const about = { subject: subject! }
  return [
    { ...about, name: 'rating', value: rating!.code, citations: verdict },
    { ...about, name: 'acceptable', value: acceptable ?? false, citations: verdict },
    ...successors
      .filter(({ relation }) => relation !== 'concept')
      .slice(0, 20)
      .map(({ artifact }) => ({ ...about, name: 'successor', value: shortForm(artifact), citations: rated })),
    ...(dependents ? [{ ...about, name: 'dependents', value: dependents.count, citations: counted }] : []),
  ]
}
