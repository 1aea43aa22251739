// Article 50 readiness as public sources show it: a table of duties first, a colour from it second.
import type { AiAct } from '../../directory-tables.ts'
import { appliesFrom } from './ai-act-dates.ts'
import type { ClaimFacts, SourceFacts, VendorFacts } from './facts.ts'
import { sourceFreshness, sourceStatus } from './freshness.ts'
import { unreadReasons } from './unread.ts'
import { AI, isAi, refutes, supports } from './vocabulary.ts'

interface Duty {
  duty: string
  title: string
  actor: string
  applies_from: string
  status: 'supported' | 'stale' | 'intended' | 'contradicted' | 'refuted' | 'missing' | 'not_read' | 'not_triggered'
  claim_ids: string[]
}
export interface AiActVerdict {
  verdict: AiAct
  /** Why, in a sentence. */
  note: string
  duties: Duty[]
}

/** The least confidence with which a claim supports a duty. */
const CONVINCING = 0.6
/** Independent blocks that advertise AI before silence about it counts. */
const ADVERTISED = 2

const DUTIES = [
  {
    duty: '50(1)',
    title: 'People are told that they deal with an AI',
    actor: 'provider',
    trigger: AI.interacts,
    evidence: AI.tells,
  },
  {
    duty: '50(2)',
    title: 'Output is marked in a machine-readable way',
    actor: 'provider',
    trigger: AI.generates,
    evidence: AI.marks,
  },
  {
    duty: '50(3)',
    title: 'People are told of emotion recognition and biometric categorisation',
    actor: 'deployer',
    trigger: AI.emotion,
    evidence: AI.notifies,
  },
  {
    duty: '50(4)',
    title: 'Deep fakes and generated texts of public interest are disclosed',
    actor: 'deployer',
    trigger: AI.deepFake,
    evidence: AI.labels,
  },
  {
    duty: '50(5)',
    title: 'The information is clear, accessible and there at the first exposure',
    actor: 'whoever has the duty',
    trigger: undefined,
    evidence: AI.clear,
  },
] as const

/**
 * `now` decides how old the sources are, `lawAt` which duties have begun; they differ only to tell whether a verdict
 * has turned because of a date.
 */
export function aiActReadiness(facts: Pick<VendorFacts, 'sources' | 'claims'>, now: Date, lawAt = now): AiActVerdict {
  const claims = facts.claims.filter(isAi)
  const readAll = isCompletelyRead(facts.sources, now)
  const duties = dutyTable(claims, facts.sources, now).map((duty) =>
    duty.status === 'missing' && !readAll ? { ...duty, status: 'not_read' as const } : duty,
  )
  return { ...judge(claims, duties, readAll, lawAt), duties }
}

function dutyTable(claims: readonly ClaimFacts[], sources: readonly SourceFacts[], now: Date): Duty[] {
  const placed = marketDate(claims)
  const freshness = new Map(sources.map((source) => [source.id, sourceFreshness(source, now)]))
  const isRecent = (claim: ClaimFacts) => ['fresh', 'recent'].includes(freshness.get(claim.source_id) ?? '')
  const intends = claims.some((claim) => claim.predicate === AI.intent && !refutes(claim))
  const table: Duty[] = []
  for (const { duty, title, actor, trigger, evidence } of DUTIES) {
    const about = claims.filter((claim) => claim.predicate === evidence)
    const triggers = claims.filter((claim) => claim.predicate === trigger && supports(claim))
    const triggered = trigger ? triggers.length + about.length > 0 : table.some(isTriggered)
    const status = triggered ? dutyStatus(about, isRecent, intends) : 'not_triggered'
    const claim_ids = [...triggers, ...about].map(({ id }) => id).toSorted()
    table.push({ duty, title, actor, applies_from: appliesFrom(duty, placed), status, claim_ids })
  }
  return table
}

function dutyStatus(
  about: readonly ClaimFacts[],
  isRecent: (claim: ClaimFacts) => boolean,
  intends: boolean,
): Duty['status'] {
  const supporting = about.filter((claim) => supports(claim) && claim.confidence >= CONVINCING)
  const refuted = about.some(refutes)
  if (supporting.length > 0 && refuted) return 'contradicted'
  if (refuted) return 'refuted'
  if (supporting.some(isRecent)) return 'supported'
  if (supporting.length > 0) return 'stale'
  return intends || about.some((claim) => claim.state === 'in_progress') ? 'intended' : 'missing'
}

const isTriggered = ({ status }: Duty): boolean => status !== 'not_triggered'

/** Only a product that is said to be new is judged as a new one. */
function marketDate(claims: readonly ClaimFacts[]): string | undefined {
  const dates = claims.map(({ details }) => details.launched_at).filter((date) => typeof date === 'string')
  return dates.toSorted()[0]
}

/** Silence means something only where everything was read: nothing blocked, failing or still to come. */
function isCompletelyRead(sources: readonly SourceFacts[], now: Date): boolean {
  const counted = sources.filter(({ kind, status, inactive_reason }) =>
    status === 'inactive' ? inactive_reason === 'robots' : kind !== 'status' && kind !== 'blog',
  )
  return (
    counted.length > 0 &&
    counted.every((source) => sourceStatus(source, now) === 'ok' && unreadReasons(source, now).length === 0)
  )
}

type Judgement = Omit<AiActVerdict, 'duties'>
const say = (verdict: AiAct, note: string): Judgement => ({ verdict, note })

function judge(claims: readonly ClaimFacts[], duties: readonly Duty[], readAll: boolean, lawAt: Date): Judgement {
  const features = claims.filter((claim) => claim.predicate === AI.feature && supports(claim))
  const denies = claims.some((claim) => claim.predicate === AI.none && supports(claim) && claim.state === 'affirmed')
  const triggered = duties.filter(isTriggered)
  const having = (...words: Duty['status'][]) => triggered.filter(({ status }) => words.includes(status))
  const today = lawAt.toISOString().slice(0, 10)
  if (claims.length === 0) return say('unknown', 'No source that we could read says anything about AI.')
  if (denies)
    return features.length + triggered.length === 0
      ? say('green', 'The vendor says that no AI system is in scope.')
      : say('amber', 'The vendor says that no AI is in scope, and advertises AI elsewhere.')
  if (having('refuted').length > 0)
    return say('red', `The vendor says that it does not do what ${list(having('refuted'))} asks.`)
  if (triggered.length > 0 && having('supported').length === triggered.length)
    return say('green', 'Every duty that applies to what the vendor offers is supported.')

  const shown = having('supported', 'stale', 'contradicted', 'intended')
  const unmarked = duties.find(({ duty, status }) => duty === '50(2)' && status === 'missing')
  if (unmarked && unmarked.applies_from <= today && readAll)
    return say('red', `50(2) applies since ${unmarked.applies_from}, and no source says how output is marked.`)
  if (shown.length > 0)
    return say('amber', `Shown in part: ${list(shown)}; open: ${list(having('missing', 'not_read')) || 'details'}.`)
  if (claims.some((claim) => claim.predicate === AI.intent)) return say('amber', 'The vendor says that it prepares.')

  const binding = triggered.filter(({ duty, applies_from }) => duty !== '50(5)' && applies_from <= today)
  const begun = binding.length > 0 || (triggered.length === 0 && appliesFrom('50(1)', undefined) <= today)
  if (features.length + triggered.length > 0 && !begun)
    return say('amber', 'Nothing is shown, and the duties that apply have not begun yet.')
  if (features.length < ADVERTISED) return say('unknown', 'Too little is said about AI to judge.')
  return readAll
    ? say('red', 'AI is advertised, and no source says how people are told.')
    : say('unknown', 'AI is advertised; not all sources could be read, so silence proves nothing.')
}

/** Amber because pages disagree, and for no other reason: nothing is shown then. */
export const isOnlyDisputed = ({ verdict, duties }: AiActVerdict): boolean =>
  verdict === 'amber' &&
  duties.some(({ status }) => status === 'contradicted') &&
  !duties.some(({ status }) => ['supported', 'stale', 'intended'].includes(status))

const list = (duties: readonly Duty[]): string => duties.map(({ duty }) => duty).join(', ')
