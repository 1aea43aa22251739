// One question, one verdict: two statements, sent together.
import { fail } from '@veritrace/platform/errors'
import type { Scope } from '../model/scope.ts'
import { type ActivePack, targetOf } from '../packs/packs.ts'
import { catalogOf, readLists } from '../rating/lists.ts'
import { type Answered, answer } from './answer.ts'
import { type Found, findSubject, type Question, type Resolving } from './find-subject.ts'

export async function resolveOne(deps: Resolving, scope: Scope, question: Question): Promise<Answered> {
  const key = `${scope.tenant} ${scope.workspace} ${question.pack ?? ''}`
  const before = lastUsed(deps, key)
  // The pack is hardly ever another than a moment ago: what rests on it is read while its settings are.
  const [active, early] = await Promise.all([
    deps.packs.of(scope, question.pack),
    before && find(deps, scope, question, before).catch(() => undefined),
  ])
  const found = early && before?.revision === active.revision ? early : await find(deps, scope, question, active)
  if (found !== early) remember(deps, key, active)
  return answer(deps, scope, question, found)
}

async function find(deps: Resolving, scope: Scope, question: Question, active: ActivePack): Promise<Found> {
  const target = targetOf(active, question.target)
  if (question.intent && !active.pack.intents.some(({ id }) => id === question.intent))
    fail('unknown_intent', `${active.pack.title} has no intent “${question.intent}”.`)
  const catalog = await catalogOf(deps, scope, active)
  return findSubject(deps, scope, question, { active, target, catalog, lists: readLists(catalog, target) })
}

const MOST_REMEMBERED = 1_000
const remembered = new WeakMap<object, Map<string, ActivePack>>()

const lastUsed = ({ packs }: Resolving, key: string): ActivePack | undefined => remembered.get(packs)?.get(key)

function remember({ packs }: Resolving, key: string, active: ActivePack): void {
  const known = remembered.get(packs) ?? new Map<string, ActivePack>()
  remembered.set(packs, known)
  if (known.size >= MOST_REMEMBERED) known.delete(known.keys().next().value!)
  known.set(key, active)
}
