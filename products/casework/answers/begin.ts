// What has to be right before an answer begins: pack, target, project or case, and what `it` means.
import type { AskRequest } from '@veritrace/contract/casework/answers'
import { fail, notFound } from '@veritrace/platform/errors'
import { findListed, findOwn } from '../artifacts/find-artifact.ts'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import type { TargetProfile } from '../packs/pack.ts'
import { type ActivePack, targetOf } from '../packs/packs.ts'
import { getProject } from '../projects/get-project.ts'
import { catalogOf, isLoaded } from '../rating/lists.ts'
import type { ReadinessDoors } from '../readiness/doors.ts'
import { findProjectHead, listActiveProjects } from '../readiness/store.ts'
import { matchIntent } from '../resolve/intents.ts'
import { otherSystemIn, targetIn, targetsIn } from '../resolve/target-words.ts'
import { tellingIn } from './check.ts'
import { aboutSubject, isFollowUp, questionKey } from './rules.ts'
import { findIntentFix, findLastSubject } from './store.ts'

export interface Begun {
  active: ActivePack
  target: TargetProfile
  /** With what it is about, where it only said `it`. */
  question: string
  projectId: string | undefined
  caseId: string | undefined
  /** What somebody said that this question means. */
  intentFix: string | undefined
  /** Named in the words of the question, while another was chosen beside it. */
  otherTarget: TargetProfile | undefined
  /** Named in the question beside `target`. */
  alongside: readonly TargetProfile[]
  /** Named as if it were a target of the pack. */
  otherSystem: string | undefined
}

type Deps = Pick<Casework, 'db' | 'packs' | 'clock' | 'corpusSpace'> & { doors: ReadinessDoors }

export async function begin(deps: Deps, scope: Scope, asked: AskRequest): Promise<Begun> {
  const place = await placeOf(deps, scope, asked)
  const { active } = place
  const catalog = await catalogOf(deps, scope, active)
  const isThere = (one: TargetProfile) => isLoaded(catalog, one)
  const several = targetsIn(active.pack, asked.question, isThere)
  const meant = several ? undefined : targetIn(active.pack, asked.question, isThere)
  const whole = await wholeQuestion(deps, scope, asked, active, place.projectId)
  const short = several?.rest ?? meant?.rest
  const question = short !== undefined && isClearer(active, short, whole) ? short : whole
  const intentFix = await findIntentFix(deps.db, scope, active.pack.ref.id, questionKey(asked.question))
  // Who names two targets wants both, whatever is chosen beside the question.
  const [first, ...alongside] = several?.targets ?? []
  const target = first ?? (asked.target ? place.target : (meant?.target ?? place.target))
  const otherTarget = meant && meant.target !== target ? meant.target : undefined
  const otherSystem = otherSystemIn(active.pack, asked.question)
  return { ...place, target, question, intentFix, otherTarget, alongside, otherSystem }
}

/** Patterns of packs know no targets in the middle of a question. */
function isClearer({ pack }: ActivePack, rest: string, whole: string): boolean {
  const [short, long] = [matchIntent(pack, rest), matchIntent(pack, whole)]
  return short.intent === long.intent ? short.confidence >= long.confidence : short.confidence > long.confidence
}

type Place = Pick<Begun, 'active' | 'target' | 'projectId' | 'caseId'>

async function placeOf(deps: Deps, scope: Scope, { pack, target, scope: about = {} }: AskRequest): Promise<Place> {
  const { project_id, case_id } = about
  if (project_id && case_id) fail('unacceptable', 'Name a project or a case, not both.')
  if (case_id) {
    const found = (await deps.doors.scopeOfCase(scope, case_id)) ?? notFound('case', case_id)
    const active = await deps.packs.pinned(scope, found.pack)
    return { active, target: targetOf(active, target ?? found.target), projectId: found.projectId, caseId: case_id }
  }
  // Where there is none, the other says whether it was deleted or never there.
  const project = project_id
    ? ((await findProjectHead(deps.db, scope, project_id)) ?? (await getProject(deps.db, scope, project_id)))
    : undefined
  const active = await deps.packs.of(scope, pack ?? project?.pack_id)
  // The only one there is, is meant.
  const [only, ...others] = project ? [project] : await listActiveProjects(deps.db, scope, active.pack.ref.id)
  const meant = others.length === 0 ? only : undefined
  const own = meant?.pack_id === active.pack.ref.id ? meant.default_target : undefined
  return { active, target: targetOf(active, target ?? own), projectId: meant?.id, caseId: undefined }
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
  // An artifact that was chosen beside the question has to be there, whatever is asked.
  const chosen = first === undefined ? undefined : await namedBy(deps, scope, active, first, projectId)
  if (tellingIn(question).length > 0 || !(isFollowUp(question) || chosen)) return question
  const subject =
    chosen ?? lastNamed(history) ?? (conversation_id && (await findLastSubject(deps.db, scope, conversation_id)))
  return subject ? aboutSubject(question, bareName(subject)) : question
}

/** What was last spoken of; the first of several. */
const lastNamed = (history: NonNullable<AskRequest['history']>): string | undefined =>
  history.toReversed().flatMap(({ content }) => tellingIn(content).slice(0, 1))[0]

/** Patterns of packs take a name without its type. */
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
