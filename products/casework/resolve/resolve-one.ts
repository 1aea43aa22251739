// One question, one verdict: a single statement brings all that the lists and the workspace say.
import { fail } from '@veritrace/platform/errors'
import type { Scope } from '../model/scope.ts'
import { targetOf } from '../packs/packs.ts'
import { catalogOf, readLists } from '../rating/lists.ts'
import { type Answered, answer } from './answer.ts'
import { findSubject, type Question, type Resolving } from './find-subject.ts'

export async function resolveOne(deps: Resolving, scope: Scope, question: Question): Promise<Answered> {
  const active = await deps.packs.of(scope, question.pack)
  const target = targetOf(active, question.target)
  if (question.intent && !active.pack.intents.some(({ id }) => id === question.intent))
    fail('unknown_intent', `${active.pack.title} has no intent “${question.intent}”.`)
  const catalog = await catalogOf(deps, scope, active)
  const found = await findSubject(deps, scope, question, { active, target, catalog, lists: readLists(catalog, target) })
  return answer(deps, scope, question, found)
}
