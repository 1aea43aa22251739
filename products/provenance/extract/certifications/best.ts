// Picks the best evidence per certificate and state from everything a document says.
import { STATES } from '../confidence.ts'
import type { Said } from './said.ts'

/** One claim per certificate and state. A mention without a decision is dropped if there is one with a decision. */
export function best(said: readonly Said[]): Said[] {
  const byKey = new Map<string, Said>()
  for (const one of said.map(withKind)) {
    const key = idWithState(one)
    const other = byKey.get(key)
    if (!other || better(one, other)) byKey.set(key, one)
  }
  const kept = [...byKey.values()]
  const decided = new Set(
    kept.filter(({ decision }) => STATES[decision.state].rank <= 8).map(({ mention }) => mention.family),
  )
  const typed = new Set(
    kept
      .filter(({ mention }) => mention.id !== mention.family || mention.level)
      .map(({ mention, decision }) => `${mention.family}:${decision.state}`),
  )
  return kept
    .filter(({ mention, decision }) => STATES[decision.state].rank <= 8 || !decided.has(mention.family))
    .filter(
      ({ mention, decision }) =>
        mention.id !== mention.family || mention.level || !typed.has(`${mention.family}:${decision.state}`),
    )
    .sort(
      (one, other) =>
        one.mention.family.localeCompare(other.mention.family) ||
        STATES[one.decision.state].rank - STATES[other.decision.state].rank ||
        one.start - other.start,
    )
}

/** Only an auditor can certify: compliance with a law, or a self-assessment questionnaire, is self-declared. */
function withKind(said: Said): Said {
  const { state, rule } = said.decision
  const { kind, id, level } = said.mention
  const held = state === 'affirmed' || state === 'report_available'
  const declared = kind === 'law' || kind === 'framework' || (id === 'csa_star' && /^(?:1|one)$/.test(level))
  return held && declared ? { ...said, decision: { state: 'self_declared', rule } } : said
}

function better(one: Said, other: Said): boolean {
  const order = { clause: 0, block: 1, heading: 2 }
  return order[one.binding] < order[other.binding]
}

export function idWithState({ mention, decision }: Said): string {
  const level =
    mention.level && !mention.id.startsWith('soc')
      ? `_${/^\d$/.test(mention.level) ? 'level_' : ''}${mention.level.replace('one', '1').replace('two', '2')}`
      : ''
  return `${mention.id}${level}:${decision.state}`
}
