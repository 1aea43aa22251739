// Options for what was classified, or for artifacts that the caller names.
import type { StudioPlanRequest } from '@veritrace/contract/casework/studio'
import type { StudioPlan } from '@veritrace/contract/casework/studio-shapes'
import type { Caller } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import { scopeOf } from '../../model/scope.ts'
import type { Scope } from '../../model/space.ts'
import type { TargetProfile } from '../../packs/pack.ts'
import { type ActivePack, targetOf, viewTarget } from '../../packs/packs.ts'
import { tally } from '../classify/count-codes.ts'
import { type Found, fullCoverage } from '../classify/found.ts'
import { openNumbers } from '../classify/numbers.ts'
import { lookUpFound } from '../classify/rate-found.ts'
import { readNames } from '../classify/read-names.ts'
import type { Studio } from '../deps.ts'
import { storeGeneration } from '../generations/store-generation.ts'
import { templatesFor } from '../scaffold/templates.ts'
import { approachesOf } from './approaches.ts'
import { weigh } from './concerns.ts'
import { buildOptions } from './options.ts'
import { applyAnswers } from './questions.ts'
import { type Classified, readClassified } from './read-classified.ts'
import { sentObject } from './sent-object.ts'

export async function planOptions(deps: Studio, caller: Caller, request: StudioPlanRequest): Promise<StudioPlan> {
  const scope = scopeOf(caller)
  const { found, active, target, summary } = await readRequest(deps, scope, request)
  const output = await planFor(deps, scope, { ...request, active, target, found })
  if (!request.save) return output
  const { save: _, title, ...input } = request
  const plan = { kind: 'plan' as const, active, target, input, summary, output }
  return storeGeneration(deps, caller, { ...plan, title: title ?? `Options for ${summary}` })
}

interface Asked {
  active: ActivePack
  target: TargetProfile
  found: Pick<Found, 'objects' | 'coverage'>
  constraints?: StudioPlanRequest['constraints']
  answers?: StudioPlanRequest['answers']
}

export async function planFor(deps: Studio, scope: Scope, asked: Asked): Promise<StudioPlan> {
  const { active, target, found, constraints = {}, answers = {} } = asked
  const { pack } = active
  requireCode(active, constraints.code_required)
  const known = await lookUpFound(deps, scope, active, target, found.objects)
  const { concerns, passing } = weigh(active, target, found.objects, known, constraints)
  const decided = applyAnswers(concerns, answers)
  refuseWrong(decided.wrong)
  const numbers = openNumbers()
  const approaches = approachesOf(pack)
  const { parsed_ratio, dynamic_calls } = found.coverage
  const built = approaches && {
    ...buildOptions({
      active,
      target,
      approaches,
      concerns: decided.concerns,
      passing,
      coverage: { parsed_ratio, dynamic_calls: dynamic_calls.length },
      objects: found.objects.length,
      exclude: constraints.exclude ?? [],
      citationsOf: (concern) => (concern.known ? numbers.of(concern.known) : []),
      templatesFor: (approach, treated) => templatesFor(pack, approach, treated),
    }),
  }
  return {
    pack: pack.ref,
    target: viewTarget(active, target),
    before: tally(pack.scheme, [...passing, ...concerns.map(({ code }) => code)]),
    options: built?.options ?? [],
    recommended_id: built?.recommended_id ?? null,
    decision_questions: decided.questions,
    warnings: built ? [] : [`${pack.title} defines no approaches, so there are no options.`],
    citations: [...numbers.all],
  }
}

function requireCode({ pack }: ActivePack, code: string | undefined): void {
  if (code !== undefined && !pack.scheme.codes.includes(code))
    fail('unacceptable', `code_required must be one of ${pack.scheme.codes.join(', ')}.`)
}

function refuseWrong(wrong: readonly { id: string; choices: string[] }[]): void {
  const errors = wrong.map(({ id, choices }) => ({
    path: `/answers/${id}`,
    message: `must be one of ${choices.join(', ')}`,
  }))
  if (errors.length > 0) fail('unacceptable', 'Some answers are not among the choices of their questions.', { errors })
}

async function readRequest(deps: Studio, scope: Scope, request: StudioPlanRequest): Promise<Classified> {
  const { generation_id, classification, objects } = request
  const given = [generation_id, classification, objects].filter((one) => one !== undefined)
  if (given.length !== 1) fail('unacceptable', 'Send exactly one of generation_id, classification and objects.')
  if (generation_id !== undefined) return readClassified(deps, scope, generation_id, request)
  const active = await deps.packs.of(scope, request.pack)
  const target = targetOf(active, request.target)
  if (objects) {
    const found = await readNames(deps, scope, active, objects)
    return { active, target, found, summary: `${objects.length} named objects` }
  }
  const sent = classification!.objects
  const found = { objects: sent.map((object) => sentObject(object)), coverage: fullCoverage(0) }
  return { active, target, found, summary: sent[0]!.name }
}
