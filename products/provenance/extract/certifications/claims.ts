// Certifications of a document: every mention decided, the best evidence per certificate and state kept.
import type { Finding } from '../claim.ts'
import { STATES } from '../confidence.ts'
import { sentencesOf } from '../language/sentences.ts'
import { matchable } from '../read/characters.ts'
import type { AssertionState, Block, ReadDocument } from '../types.ts'
import { decideAnswer } from './answers.ts'
import { best, idWithState, type Said } from './best.ts'
import { decideContract } from './contracts.ts'
import { type Decision, decide } from './decide.ts'
import type { Page } from './experiencer.ts'
import { type Group, groupsOf } from './groups.ts'
import { decideBare, decideCell, decideUnderHeading } from './lists.ts'
import { type Mention, mayClaim, mentionsOf } from './mentions.ts'
import { scopeOf, strengthOf } from './strength.ts'

const LONGEST_ANSWER = 300
const OTHERS_TABLE = /\b(?:sub-?processors?|vendors?|providers?|suppliers?|entit(?:y|ies)|third part(?:y|ies))\b/

export function certificationFindings(document: ReadDocument, own: readonly string[]): Finding[] {
  const said = document.blocks.flatMap((block, index) => saidIn(document, block, document.blocks[index - 1], own))
  return best(said).map((one) => findingOf(document, one))
}

function saidIn(document: ReadDocument, block: Block, above: Block | undefined, own: readonly string[]): Said[] {
  if (block.question === '' && !mayClaim(document.view.slice(block.start, block.end))) return []
  const page: Page = { own, headings: block.path.map(matchable) }
  if (block.kind === 'row') return inRow(block, page)
  const sentences = sentencesOf(block.text, block.start)
  const said = sentences.flatMap((sentence, index) => {
    const view = document.view.slice(sentence.start, sentence.end)
    const next = sentences[index + 1]
    const answer =
      next && view.endsWith('?')
        ? document.view.slice(next.start, Math.min(next.start + LONGEST_ANSWER, sentences.at(-1)?.end ?? next.end))
        : ''
    if (answer) return answered(view, answer, { start: sentence.start, end: next?.end ?? sentence.end }, block, own)
    return inSentence(view, sentence, block, page)
  })
  const asked = block.question !== '' && above?.start === block.questionStart
  return asked ? [...said, ...toHeading(block, sentences[0]?.end ?? block.end, own)] : said
}

function inSentence(view: string, { start, end }: { start: number; end: number }, block: Block, page: Page): Said[] {
  const groups = groupsOf(view)
  if (groups.length === 0) return underHeading(view, { start, end }, block, page)
  const decided = groups.map((group) => ({ group, ...decideGroup(group, block, page) }))
  const others = new Set(
    decided
      .filter(({ decision }) => decision.state === 'third_party')
      .flatMap(({ group }) => group.mentions.map(({ id }) => id)),
  )
  return decided.flatMap(({ group, decision, binding }) =>
    group.mentions.map((mention) => {
      const explained = decision.state === 'affirmed' && others.has(mention.id) && /^[\s\w-]*:/.test(group.after)
      return {
        mention,
        decision: explained ? { state: 'third_party' as const, rule: 'third-party-explained' } : decision,
        block,
        start,
        end,
        binding,
      }
    }),
  )
}

function decideGroup(group: Group, block: Block, page: Page): { decision: Decision; binding: Said['binding'] } {
  if (group.mentions[0]?.kind === 'contract') return { decision: decideContract(group, page), binding: 'clause' }
  const decision = decide(group, page)
  if (decision.rule !== 'bare-mention' && decision.rule !== 'report') return { decision, binding: 'clause' }
  const bare = decision.rule === 'report' ? undefined : decideBare(group, block, page, matchable(block.lead))
  return bare ? { decision: bare, binding: 'heading' } : { decision, binding: 'clause' }
}

function underHeading(view: string, place: { start: number; end: number }, block: Block, page: Page): Said[] {
  if (!/certified|compliant|accredited|attested|audited/.test(view)) return []
  const [heading, another] = groupsOf(page.headings.at(-1) ?? '')
  const decision = heading && !another ? decideUnderHeading(heading, view, page.own) : undefined
  if (!decision) return []
  return (heading?.mentions ?? []).map((mention) => ({
    mention,
    decision,
    block,
    ...place,
    binding: 'heading' as const,
  }))
}

/** A row is read as one statement when its first cell is the name; cells of a vendor table speak about that vendor. */
function inRow(block: Block, page: Page): Said[] {
  const view = matchable(block.text).replace(/[\t\n]/g, '|')
  const label = block.cells[0]?.text ?? ''
  const place = { start: block.start, end: block.end }
  const named = mentionsOf(matchable(label)).length > 0
  const aboutOthers = OTHERS_TABLE.test(page.headings.at(-1) ?? '') || !named
  return groupsOf(view).flatMap((group) => {
    const cell = named ? decideCell(group) : undefined
    const { decision, binding } = cell ? { decision: cell, binding: 'block' as const } : decideGroup(group, block, page)
    const supports = STATES[decision.state].relation === 'supports'
    const kept = supports && aboutOthers ? { state: 'mention' as const, rule: 'cell-mention' } : decision
    return group.mentions.map((mention) => ({ mention, decision: kept, block, ...place, binding }))
  })
}

function answered(
  question: string,
  answer: string,
  place: { start: number; end: number },
  block: Block,
  own: readonly string[],
): Said[] {
  const inAnswer = new Set(mentionsOf(answer).map(({ family }) => family))
  return mentionsOf(question)
    .filter(({ family }) => !inAnswer.has(family))
    .map((mention) => {
      const decision = decideAnswer(question, answer, own) ?? { state: 'mention' as const, rule: 'question' }
      return { mention, decision, block, ...place, binding: 'block' as const }
    })
}

function toHeading(block: Block, end: number, own: readonly string[]): Said[] {
  const place = { start: block.questionStart, end }
  return answered(matchable(block.question), matchable(block.text.slice(0, LONGEST_ANSWER)), place, block, own).filter(
    ({ decision }) => decision.rule !== 'question',
  )
}

const PREDICATES: Readonly<Record<Mention['kind'], string>> = {
  certificate: 'certification',
  law: 'complies_with',
  assessed_law: 'complies_with',
  framework: 'follows_framework',
  contract: 'offers_agreement',
}

function findingOf(document: ReadDocument, said: Said): Finding {
  const { mention, decision, block, start, end, binding } = said
  const quote = document.text.slice(start, end)
  const { strength, details } = strengthOf(quote, block)
  const state: AssertionState = decision.state
  return {
    category: 'certification',
    predicate: PREDICATES[mention.kind],
    value: idWithState(said),
    state,
    text: `${mention.label}${mention.edition ? `:${mention.edition}` : ''}: ${state.replaceAll('_', ' ')}`,
    block,
    start,
    end,
    rule: `certification/${decision.rule}`,
    binding,
    strength,
    details: {
      standard: mention.id,
      family: mention.family,
      kind: mention.kind,
      ...(mention.edition && { edition: mention.edition }),
      ...(mention.level && { level: mention.level }),
      ...scopeOf(quote),
      ...details,
    },
  }
}
