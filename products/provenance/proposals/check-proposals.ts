// Checks that a proposal must pass before it is shown. The first checks run without the model. Only a proposal that
// passes them costs a second call, and a yes of the model alone is not enough.
import type { ClaimFacts } from '../vendors/derive/facts.ts'
import { type Proposed, readEntailment, readProposals } from './answers.ts'
import { findQuote } from './find-quote.ts'
import { BudgetSpent } from './model.ts'
import { askForEntailment, askForProposals, type Question } from './prompts.ts'
import { type Proposal, verdictOf } from './settle.ts'
import { quoteSpeaksToModels } from './speaks-to-models.ts'
import { TOPICS, type Topic } from './topics.ts'

type Refusal = 'quote_not_found' | 'speaks_to_models' | 'value_not_in_quote' | 'not_entailed' | 'said_already'
export interface Checked extends Proposal {
  claim_text: string
  start: number
  end: number
}
export interface Outcome {
  kept: Checked[]
  /** Number of proposals by outcome. */
  outcomes: Record<string, number>
  reason: '' | 'answer_not_understood' | 'budget_spent'
}

type Ask = (question: Question) => Promise<string>

/** Characters of a document per question, and the number of questions per document. */
const WINDOW = 16_000
const WINDOWS = 3

export async function proposalsIn(
  text: string,
  vendor: string,
  evidence: readonly ClaimFacts[],
  ask: Ask,
): Promise<Outcome> {
  const outcome: Outcome = { kept: [], outcomes: {}, reason: '' }
  const count = (how: string): void => {
    outcome.outcomes[how] = (outcome.outcomes[how] ?? 0) + 1
  }
  try {
    for (let at = 0; at < Math.min(text.length, WINDOW * WINDOWS); at += WINDOW) {
      const proposed = readProposals(await ask(askForProposals(vendor, text.slice(at, at + WINDOW))))
      if (!proposed) {
        count('answer_not_understood')
        outcome.reason = 'answer_not_understood'
        continue
      }
      for (const one of proposed) count(await judge(one, { text, vendor, evidence, ask, kept: outcome.kept }))
    }
  } catch (error) {
    // Proposals found so far have passed all checks.
    if (!(error instanceof BudgetSpent) || isUntouched(outcome)) throw error
    outcome.reason = 'budget_spent'
  }
  return outcome
}

const isUntouched = ({ outcomes }: Outcome): boolean => Object.keys(outcomes).length === 0

interface Around {
  text: string
  vendor: string
  evidence: readonly ClaimFacts[]
  ask: Ask
  kept: Checked[]
}

async function judge(proposed: Proposed, { text, vendor, evidence, ask, kept }: Around): Promise<Refusal | 'kept'> {
  const checked = checkedHere(proposed, text)
  if (typeof checked === 'string') return checked
  const { matter, label, ...claim } = checked
  if (isSaid(claim, evidence, kept)) return 'said_already'
  const answer = readEntailment(
    await ask(askForEntailment(matter.says(vendor, label), text.slice(claim.start, claim.end))),
  )
  if (answer !== 'yes') return 'not_entailed'
  kept.push(claim)
  return 'kept'
}

/** Checks that need no call to the model. */
function checkedHere(
  { matter: name, value, quote }: Proposed,
  text: string,
): Refusal | (Checked & { matter: Topic; label: string }) {
  const range = findQuote(text, quote)
  if (!range) return 'quote_not_found'
  const own = text.slice(range.start, range.end)
  if (quoteSpeaksToModels(own)) return 'speaks_to_models'
  const matter: Topic = TOPICS[name]
  const named = matter.inQuote(value, own)
  if (!named) return 'value_not_in_quote'
  const { category, predicate } = matter
  const claim_text = `${matter.title}: ${named.label}`
  return {
    category,
    predicate,
    value: named.value,
    details: named.details,
    claim_text,
    ...range,
    matter,
    label: named.label,
  }
}

function isSaid(claim: Proposal, evidence: readonly ClaimFacts[], kept: readonly Checked[]): boolean {
  return (
    verdictOf(claim, evidence) === 'known' ||
    kept.some(({ predicate, value }) => predicate === claim.predicate && value === claim.value)
  )
}
