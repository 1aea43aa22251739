// Article 50 readiness as public sources show it: a table of duties, and a color derived from it.
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
  /** The reason, as a sentence. */
  note: string
  duties: Duty[]
}

/** A claim supports a duty from this confidence on. */
const CONVINCING = 0.6
/** This many independent blocks must advertise AI before silence about it counts. */
const ADVERTISED = 2

const DUTIES = [
  {
    duty: '50(1)',
    title: 'People are informed that they interact with an AI system',
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
    title: 'People are informed of emotion recognition and biometric categorization',
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
    title: 'The information is clear, accessible and available at the first exposure',
    actor: 'provider or deployer',
    trigger: undefined,
    evidence: AI.clear,
  },
] as const

/**
 * `now` decides how old the sources are, `lawAt` which duties apply. They differ only to find out whether a verdict changed
 * because of a date.
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

/** The earliest launch date that a claim states. Without one, the product counts as older. */
function marketDate(claims: readonly ClaimFacts[]): string | undefined {
  const dates = claims.map(({ details }) => details.launched_at).filter((date) => typeof date === 'string')
  return dates.toSorted()[0]
}

/** Silence counts only if everything was read: no source may be blocked, failing or pending. */
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
const verdictOf = (verdict: AiAct, note: string): Judgement => ({ verdict, note })

function judge(claims: readonly ClaimFacts[], duties: readonly Duty[], readAll: boolean, lawAt: Date): Judgement {
  const features = claims.filter((claim) => claim.predicate === AI.feature && supports(claim))
  const denies = claims.some((claim) => claim.predicate === AI.none && supports(claim) && claim.state === 'affirmed')
  const triggered = duties.filter(isTriggered)
  const having = (...statuses: Duty['status'][]) => triggered.filter(({ status }) => statuses.includes(status))
  const today = lawAt.toISOString().slice(0, 10)
  if (claims.length === 0) return verdictOf('unknown', 'No source that we could read mentions AI.')
  if (denies)
    return features.length + triggered.length === 0
      ? verdictOf('green', 'The vendor says that no AI system is in scope.')
      : verdictOf('amber', 'The vendor says that no AI is in scope, and advertises AI elsewhere.')
  if (having('refuted').length > 0)
    return verdictOf('red', `The vendor says that it does not do what ${list(having('refuted'))} requires.`)
  if (triggered.length > 0 && having('supported').length === triggered.length)
    return verdictOf('green', 'Sources support every duty that applies to what the vendor offers.')

  const shown = having('supported', 'stale', 'contradicted', 'intended')
  const unmarked = duties.find(({ duty, status }) => duty === '50(2)' && status === 'missing')
  if (unmarked && unmarked.applies_from <= today && readAll)
    return verdictOf(
      'red',
      `50(2) has applied since ${unmarked.applies_from}, and no source says how output is marked.`,
    )
  if (shown.length > 0)
    return verdictOf(
      'amber',
      `Partly supported: ${list(shown)}; open: ${list(having('missing', 'not_read')) || 'details'}.`,
    )
  if (claims.some((claim) => claim.predicate === AI.intent))
    return verdictOf('amber', 'The vendor says that it is preparing.')

  const binding = triggered.filter(({ duty, applies_from }) => duty !== '50(5)' && applies_from <= today)
  const begun = binding.length > 0 || (triggered.length === 0 && appliesFrom('50(1)', undefined) <= today)
  if (features.length + triggered.length > 0 && !begun)
    return verdictOf('amber', 'No duty is supported, and the duties that apply are not in force yet.')
  if (features.length < ADVERTISED) return verdictOf('unknown', 'Sources say too little about AI to judge.')
  return readAll
    ? verdictOf('red', 'The vendor advertises AI, and no source says how people are informed.')
    : verdictOf(
        'unknown',
        'The vendor advertises AI. Not all sources could be read, so a missing statement proves nothing.',
      )
}

/** True if the verdict is amber only because pages contradict each other, and no duty is supported or announced. */
export const isOnlyDisputed = ({ verdict, duties }: AiActVerdict): boolean =>
  verdict === 'amber' &&
  duties.some(({ status }) => status === 'contradicted') &&
  !duties.some(({ status }) => ['supported', 'stale', 'intended'].includes(status))

const list = (duties: readonly Duty[]): string => duties.map(({ duty }) => duty).join(', ')
