// Resolves one question with two statements that are sent together.
import { fail } from '@veritrace/platform/errors'
import type { Scope } from '../model/space.ts'
import { type ActivePack, targetOf } from '../packs/packs.ts'
import { listDecisionMarks } from '../rating/facts-store.ts'
import { type Catalog, catalogOf, isLoaded, readLists } from '../rating/lists.ts'
import { type Answered, answer } from './answer.ts'
import { answerBefore, rememberAnswer, textOf } from './answers.ts'
import { type Found, findSubject, type Question, type Resolving } from './find-subject.ts'
import { targetIn } from './target-words.ts'

export async function resolveOne(deps: Resolving, scope: Scope, question: Question): Promise<Answered> {
  const workspace = `${scope.tenant} ${scope.workspace} ${question.pack ?? ''}`
  const before = lastUsed(deps, workspace)
  // The pack rarely changes, so start with the last one while its current settings are loaded.
  const [active, early] = await Promise.all([
    deps.packs.of(scope, question.pack),
    before && resolveWith(deps, scope, question, before).catch(() => undefined),
  ])
  if (early && before?.revision === active.revision) return early
  remember(deps, workspace, active)
  return resolveWith(deps, scope, question, active)
}

async function resolveWith(deps: Resolving, scope: Scope, question: Question, active: ActivePack): Promise<Answered> {
  const catalog = await catalogOf(deps, scope, active)
  // Questions about a project are not cached, because its estate changes with its evidence.
  const key = question.project_id ? undefined : keyOf(deps, scope, question, active, catalog)
  const known = key === undefined ? undefined : answerBefore(deps.packs, key)
  if (known) {
    const marks = await listDecisionMarks(deps.db, scope, active.pack.ref.id, known.names, deps.clock.now())
    if (textOf(marks) === known.decisions) return known
  }
  const found = await find(deps, scope, question, active, catalog)
  const answered = await answer(deps, scope, question, found)
  if (key !== undefined) rememberAnswer(deps.packs, key, { ...answered, ...basisOf(found) })
  return answered
}

/** Includes the day, because the age of a list is part of the answer. */
const keyOf = ({ clock }: Resolving, scope: Scope, question: Question, active: ActivePack, catalog: Catalog): string =>
  JSON.stringify([
    [scope.tenant, scope.workspace, active.revision, catalog.digest, clock.now().toISOString().slice(0, 10)],
    [question.q, question.type, question.intent, question.target, question.explain],
  ])

function basisOf({ reading, reached }: Found): { names: string[]; decisions: string } {
  const all = [...reached.values()]
  return {
    names: [...new Set([...reading.names, ...all.map(({ named }) => named.name)].map((name) => name.toLowerCase()))],
    decisions: textOf(all.flatMap(({ decisions }) => decisions)),
  }
}

async function find(
  deps: Resolving,
  scope: Scope,
  question: Question,
  active: ActivePack,
  catalog: Catalog,
): Promise<Found> {
  const meant = targetIn(active.pack, question.q, (one) => isLoaded(catalog, one))
  const target = question.target ? targetOf(active, question.target) : (meant?.target ?? targetOf(active))
  if (question.intent && !active.pack.intents.some(({ id }) => id === question.intent))
    fail('unknown_intent', `${active.pack.title} has no intent “${question.intent}”.`)
  const asked = meant ? { ...question, rest: meant.rest } : question
  return findSubject(deps, scope, asked, { active, target, catalog, lists: readLists(catalog, target) })
}

const MAX_REMEMBERED = 1_000
const remembered = new WeakMap<object, Map<string, ActivePack>>()

const lastUsed = ({ packs }: Resolving, key: string): ActivePack | undefined => remembered.get(packs)?.get(key)

function remember({ packs }: Resolving, key: string, active: ActivePack): void {
  const known = remembered.get(packs) ?? new Map<string, ActivePack>()
  remembered.set(packs, known)
  if (known.size >= MAX_REMEMBERED) known.delete(known.keys().next().value!)
  known.set(key, active)
}
