// Rates what was found: each reference by the lists, each object by what it uses.

import type { Rating } from '@veritrace/contract/casework/shapes'
import type { Classification } from '@veritrace/contract/casework/studio-shapes'
import { ownValue } from '@veritrace/platform/names'
import { shortForm } from '../../model/artifacts.ts'
import { counted } from '../../model/counted.ts'
import type { Scope } from '../../model/space.ts'
import type { TargetProfile } from '../../packs/pack.ts'
import { type ActivePack, viewTarget } from '../../packs/packs.ts'
import type { Known } from '../../rating/known.ts'
import { lookUp } from '../../rating/look-up.ts'
import { isOwnName } from '../../rating/own-names.ts'
import { rollUp } from '../../rating/roll-up.ts'
import type { Studio } from '../deps.ts'
import { countCodes } from './count-codes.ts'
import type { Found, FoundObject } from './found.ts'
import { type Numbers, openNumbers } from './numbers.ts'
import { technologyOf } from './technologies.ts'

type Shown = Classification['objects'][number]
const MOST_REASONS = 5

/** Looks up everything that was found in the lists. */
export function lookUpFound(
  deps: Studio,
  scope: Scope,
  active: ActivePack,
  target: TargetProfile,
  found: readonly FoundObject[],
): Promise<Map<string, Known>> {
  const names = found.flatMap((object) => [...(object.isListed ? [object] : []), ...object.references])
  const each = new Map(names.map(({ type, name }) => [shortForm({ type, name }), { type, name }]))
  return lookUp(deps, scope, active, target, [...each.values()])
}

export function rateFound(
  active: ActivePack,
  target: TargetProfile,
  found: Found,
  known: ReadonlyMap<string, Known>,
): Classification {
  const numbers = openNumbers()
  const objects = found.objects.map((object) =>
    object.isListed ? viewListed(object, known, numbers) : viewObject(active, target, object, known, numbers),
  )
  const own = objects.flatMap(({ references }) => references.filter((one) => one.own)).length
  return {
    language: found.language,
    pack: active.pack.ref,
    target: viewTarget(active, target),
    objects,
    coverage: { ...found.coverage, dynamic_calls: [...found.coverage.dynamic_calls] },
    summary: countCodes(active, objects),
    warnings: [
      ...found.warnings,
      ...(own > 0
        ? [`${counted(own, 'reference leads', 'references lead')} to your own objects, which are rated separately.`]
        : []),
    ],
    citations: [...numbers.all],
  }
}

function viewListed(object: FoundObject, known: ReadonlyMap<string, Known>, numbers: Numbers): Shown {
  const one = known.get(shortForm(object))!
  return {
    name: object.name,
    type: object.type,
    artifact: one.artifact,
    rating: numbers.ratingOf(one),
    acceptable: one.acceptable,
    successors: one.successors.map(({ artifact }) => artifact),
    references: [],
    technology: [],
  }
}

function viewObject(
  active: ActivePack,
  target: TargetProfile,
  object: FoundObject,
  known: ReadonlyMap<string, Known>,
  numbers: Numbers,
): Shown {
  const references = object.references.map((reference) => {
    const one = known.get(shortForm(reference))!
    return {
      artifact: one.artifact,
      access: reference.access,
      rating: numbers.ratingOf(one),
      acceptable: one.acceptable,
      own: one.facts.length === 0 && isOwnName(active.pack, reference.name),
      successors: one.successors.map(({ artifact }) => artifact),
      sites: reference.sites,
      occurrences: [...reference.occurrences],
    }
  })
  const technology = object.technologies.map((one) => technologyOf(active.pack, one))
  const rating = objectRating(active, { references, technology, isComplete: object.isComplete })
  return {
    name: object.name,
    type: object.type,
    rating,
    acceptable: target.acceptable.includes(rating.code),
    references,
    technology,
  }
}

/** The worst rating among what the object uses. Own objects do not count: they are rated separately. */
function objectRating(
  active: ActivePack,
  { references, technology, isComplete }: Pick<Shown, 'references' | 'technology'> & { isComplete: boolean },
): Rating {
  const { scheme } = active.pack
  const rated = references.filter(({ own }) => !own)
  const rolled = rollUp(active, {
    codes: rated.map(({ rating }) => rating.code),
    technologies: technology,
    isComplete,
  })
  const worst = [
    ...rated.map(({ artifact, rating }) => ({
      code: rating.code,
      text: `It uses ${artifact.type} ${artifact.name}`,
    })),
    ...technology.map(({ title, code }) => ({ code, text: title })),
  ].filter(({ code }) => code === rolled.worst_known && scheme.codes.indexOf(code) > 0)
  return {
    scheme: scheme.id,
    code: rolled.code,
    label: ownValue(scheme.labels, rolled.code) ?? rolled.code,
    status: rolled.status,
    ...(rolled.worst_known !== undefined && { worst_known: rolled.worst_known }),
    flags: isComplete ? [] : ['low_coverage'],
    rule: rolled.rule,
    reasons: worst.slice(0, MOST_REASONS).map(({ text, code }) => ({ text: `${text}, which is ${code}.` })),
    conflicts: [],
  }
}
