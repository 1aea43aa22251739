// Finds the material for an answer: through the reader of the intent, from texts, or none.
import type { Estate } from '../estate/estate.ts'
import { estateOf } from '../estate/estate-of.ts'
import { isKnownType } from '../rating/identity.ts'
import { matchIntent } from '../resolve/intents.ts'
import { findOwn } from '../resolve/own-object.ts'
import { resolveMany } from '../resolve/resolve-many.ts'
import { namesInText, type Sentence } from './check.ts'
import { type Asking, type Material, nothing, PROJECT_NEEDED } from './facts/asking.ts'
import { looksUpItself, readerFor } from './facts/readers.ts'
import { examplesFor } from './facts/suggest.ts'
import { texts } from './facts/texts.ts'
import { asksForFacts } from './rules.ts'

/** `otherSystem` is a system that the question names like a target. */
export async function findMaterial(asking: Asking, otherSystem: string | undefined): Promise<Material> {
  const found = await readMaterial(asking, otherSystem)
  if (found.sentences.length === 0)
    return { ...found, suggestions: found.suggestions?.length ? found.suggestions : examplesFor(asking) }
  return otherSystem ? { ...found, sentences: [noTargetFor(asking, otherSystem), ...found.sentences] } : found
}

async function readMaterial(asking: Asking, otherSystem: string | undefined): Promise<Material> {
  const unknown = (await unknownNames(asking)).filter((name) => !otherSystem?.includes(name))
  // For unknown names, only a document that contains them can help. There is no other answer.
  if (unknown.length > 0) return texts(asking, unknown)
  // A question about the customer's own estate must not be answered from general texts.
  const namesNothing = namesInText(asking.question).every((name) => isWordOf(asking.active, name))
  if (namesNothing && isGuess(asking) && asksForFacts(asking.question))
    return nothing('intent', 'Looked for what the question means.')
  const found = await readerFor(asking.intent)(asking)
  if (found.sentences.length > 0 || found.reason || found.warnings?.includes(PROJECT_NEEDED)) return found
  const asWord = wordsLookedUp(asking)
  if (asWord === undefined) return found
  // A question in plain words may be answered by a text, whatever intent was matched.
  const read = await texts(asking, [...namesInText(asking.question), ...asWord])
  return { ...read, steps: [...found.steps, ...read.steps], warnings: [...(found.warnings ?? [])] }
}

/** Parameters that are plain words may appear in texts; undefined if one can only be a name. */
function wordsLookedUp({ params }: Asking): string[] | undefined {
  const looked = looksUpItself.flatMap((name) => params[name] ?? [])
  return looked.every((one) => /^[a-z]+$/.test(one)) ? looked : undefined
}

const isGuess = ({ active, question, intent }: Asking): boolean => {
  const matched = matchIntent(active.pack, question)
  return matched.intent === intent && matched.confidence < SURE
}
const SURE = 0.9

/** Comes first, so that the answer is not mistaken for one about that system. */
function noTargetFor({ active, target, sources }: Asking, system: string): Sentence {
  const text = `There is no target for ${system}; this is for ${target.label}.`
  const cites = sources.computed({
    title: `Targets of ${active.pack.title}`,
    query: `GET /packs/${active.pack.ref.id}`,
    parts: [text],
  })
  return { text, cites }
}

const MAX_NAMES = 20

async function unknownNames(asking: Asking): Promise<string[]> {
  const { deps, scope, active, target, intent, params, question, projectId } = asking
  const own = new Set(looksUpItself.flatMap((name) => params[name]?.toLowerCase().split(/\s+/) ?? []))
  const names = namesInText(question)
    .filter((name) => !own.has(name.toLowerCase()))
    .slice(0, MAX_NAMES)
  if (names.length === 0) return []
  const { items } = await resolveMany(deps, scope, {
    items: names.map((q) => ({ q })),
    pack: active.pack.ref.id,
    target: target.profile_id,
    ...(projectId && { project_id: projectId }),
    options: { max_hops: 0, include: ['citations'] },
  })
  const estate = projectId ? await estateOf(deps, scope, projectId) : undefined
  const unknown = names.filter((name, place) => {
    const { citations = [], candidates = [] } = items[place]!
    const isOwn = estate !== undefined && isInEstate(estate, name)
    const isKnown = isOwn || citations.length > 0 || candidates.length > 0
    return !isKnown && !isWordOf(active, name)
  })
  // Next to a known name, or in a question about the estate, a capitalized word is not a name: `the API VBAK`.
  const isSure = intent.requires.includes('project') && !isGuess(asking)
  const isOnlyOne =
    own.size === 0 && !isSure && unknown.length === names.filter((name) => !isWordOf(active, name)).length
  return isOnlyOne ? unknown : unknown.filter((name) => /[_/\d]/.test(name))
}

const isInEstate = (estate: Estate, name: string): boolean =>
  findOwn(estate, { names: [name], type: undefined }) !== undefined ||
  estate.objects.some((object) => object.package.toLowerCase() === name.toLowerCase())

/** Terms of the domain: targets, codes, types. */
export const isWordOf = ({ pack }: Asking['active'], name: string): boolean => {
  const targets = pack.targets.flatMap(({ profile_id, label }) => [profile_id, label])
  const words = [pack.title, ...targets, ...pack.scheme.codes].flatMap((text) => text.toLowerCase().split(/[\s:,]+/))
  return words.includes(name.toLowerCase()) || isKnownType(pack, name)
}
