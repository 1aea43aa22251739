// Validates and completes a question before the answer starts: pack, target, project or case, and what `it` refers to.
import type { AskRequest } from '@veritrace/contract/casework/answers'
import { fail, notFound } from '@veritrace/platform/errors'
import { findListed, findOwn } from '../artifacts/find-artifact.ts'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import type { TargetProfile } from '../packs/pack.ts'
import { type ActivePack, targetOf } from '../packs/packs.ts'
import { getProject } from '../projects/get-project.ts'
import { catalogOf, isLoaded } from '../rating/lists.ts'
import type { ReadinessPorts } from '../readiness/ports.ts'
import { findProjectHead, listActiveProjects } from '../readiness/store.ts'
import { matchIntent } from '../resolve/intents.ts'
import { otherSystemIn, targetIn, targetsIn } from '../resolve/target-words.ts'
import { namesInText } from './check.ts'
import { aboutSubject, isFollowUp, questionKey } from './rules.ts'
import { findIntentFix, findLastSubject } from './store.ts'

export interface Begun {
  active: ActivePack
  target: TargetProfile
  /** Completed with its subject if the question only says `it`. */
  question: string
  projectId: string | undefined
  caseId: string | undefined
  /** The intent that a user has assigned to this question. */
  intentFix: string | undefined
  /** A target named in the question, different from the selected one. */
  otherTarget: TargetProfile | undefined
  /** Further targets that the question names. */
  alongside: readonly TargetProfile[]
  /** A system named like a target that the pack does not have. */
  otherSystem: string | undefined
}

type Deps = Pick<Casework, 'db' | 'packs' | 'clock' | 'corpusSpace'> & { ports: ReadinessPorts }

export async function begin(deps: Deps, scope: Scope, asked: AskRequest): Promise<Begun> {
  const place = await placeOf(deps, scope, asked)
  const { active } = place
  const catalog = await catalogOf(deps, scope, active)
  const isAvailable = (one: TargetProfile) => isLoaded(catalog, one)
  const several = targetsIn(active.pack, asked.question, isAvailable)
  const named = several ? undefined : targetIn(active.pack, asked.question, isAvailable)
  const whole = await wholeQuestion(deps, scope, asked, active, place.projectId)
  const short = several?.rest ?? named?.rest
  const question = short !== undefined && isClearer(active, short, whole) ? short : whole
  const intentFix = await findIntentFix(deps.db, scope, active.pack.ref.id, questionKey(asked.question))
  // A question that names two targets is about both, whatever target is selected.
  const [first, ...alongside] = several?.targets ?? []
  const target = first ?? (asked.target ? place.target : (named?.target ?? place.target))
  const otherTarget = named && named.target !== target ? named.target : undefined
  const otherSystem = otherSystemIn(active.pack, asked.question)
  return { ...place, target, question, intentFix, otherTarget, alongside, otherSystem }
}

/** Whether the question matches better without the target's name, which the patterns of packs do not expect. */
function isClearer({ pack }: ActivePack, rest: string, whole: string): boolean {
  const [short, long] = [matchIntent(pack, rest), matchIntent(pack, whole)]
  return short.intent === long.intent ? short.confidence >= long.confidence : short.confidence > long.confidence
}

type Place = Pick<Begun, 'active' | 'target' | 'projectId' | 'caseId'>

async function placeOf(deps: Deps, scope: Scope, { pack, target, scope: about = {} }: AskRequest): Promise<Place> {
  const { project_id, case_id } = about
  if (project_id && case_id) fail('unacceptable', 'Name a project or a case, not both.')
  if (case_id) {
    const found = (await deps.ports.scopeOfCase(scope, case_id)) ?? notFound('case', case_id)
    const active = await deps.packs.pinned(scope, found.pack)
    return { active, target: targetOf(active, target ?? found.target), projectId: found.projectId, caseId: case_id }
  }
  // If the project is not found, getProject fails with 404 or 410.
  const project = project_id
    ? ((await findProjectHead(deps.db, scope, project_id)) ?? (await getProject(deps.db, scope, project_id)))
    : undefined
  const active = await deps.packs.of(scope, pack ?? project?.pack_id)
  // If no project is named and there is only one, it is used.
  const [only, ...others] = project ? [project] : await listActiveProjects(deps.db, scope, active.pack.ref.id)
  const chosen = others.length === 0 ? only : undefined
  const own = chosen?.pack_id === active.pack.ref.id ? chosen.default_target : undefined
  return { active, target: targetOf(active, target ?? own), projectId: chosen?.id, caseId: undefined }
}

async function wholeQuestion(
  deps: Deps,
  scope: Scope,
  asked: AskRequest,
  active: ActivePack,
  projectId: string | undefined,
): Promise<string> {
  const { question, history = [], conversation_id, scope: about } = asked
  const [first] = about?.artifact_ids ?? []
  // A selected artifact must exist, whatever the question.
  const chosen = first === undefined ? undefined : await namedBy(deps, scope, active, first, projectId)
  if (namesInText(question).length > 0 || !(isFollowUp(question) || chosen)) return question
  const subject =
    chosen ?? lastNamed(history) ?? (conversation_id && (await findLastSubject(deps.db, scope, conversation_id)))
  return subject ? aboutSubject(question, bareName(subject)) : question
}

/** The first name in the latest message that contains one. */
const lastNamed = (history: NonNullable<AskRequest['history']>): string | undefined =>
  history.toReversed().flatMap(({ content }) => namesInText(content).slice(0, 1))[0]

/** The name without its type, as the patterns of packs expect it. */
const bareName = (subject: string): string => subject.slice(subject.indexOf(':') + 1)

async function namedBy(
  deps: Deps,
  scope: Scope,
  active: ActivePack,
  id: string,
  projectId: string | undefined,
): Promise<string> {
  const own = await findOwn(deps, scope, id, projectId)
  if (own) return own.estate.objects[own.place]!.name
  return (await findListed(deps, scope, active, id))?.name ?? notFound('artifact', id)
}
