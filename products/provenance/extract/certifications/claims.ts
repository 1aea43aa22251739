// Certifications of a document: decides every mention, then picks the best evidence per certificate and state.
import type { Finding } from '../claim.ts'
import type { Clause } from '../clauses/clause.ts'
import type { Reading } from '../clauses/reading.ts'
import { mentionsWithin, namesVendor, type Scanned } from '../clauses/scanned.ts'
import type { Range } from '../clauses/sentences.ts'
import { AGREEMENT, type Mention } from '../standards/mentions.ts'
import type { AssertionState, Block } from '../types.ts'
import { byLabel, decideFromAbove } from './above.ts'
import { decideAnswer, decideOffer } from './answers.ts'
import { saidUnderHeading } from './below.ts'
import { best, idWithState } from './best.ts'
import { decide } from './decide.ts'
import type { Page } from './page.ts'
import { saidInRow } from './rows.ts'
import { type Decision, decided, type Said, said } from './said.ts'
import { scopeOf, strengthOf } from './strength.ts'

export function certificationFindings(reading: Reading, isAgreement: boolean): Finding[] {
  const found: Said[] = isAgreement ? theAgreement(reading) : []
  let header: Block | undefined
  reading.blocks.forEach((block, at) => {
    if (block.kind !== 'row') header = undefined
    found.push(...saidIn(reading, block, reading.blocks[at - 1], header, isAgreement))
    if (block.kind === 'row' && header?.group !== block.group) header = block
  })
  return best(settled(found)).map((one) => findingOf(reading, one))
}

/** A published agreement is an agreement on offer. The quote is its title, or the first words that name it. */
function theAgreement(reading: Reading): Said[] {
  const first = reading.blocks.slice(0, FIRST_BLOCKS)
  const isCalled = (block: Block): boolean => {
    const hits = reading.names(block) ? reading.scan(block)?.hits : undefined
    return hits?.has('agreement', block.start, block.end) === true && !hits.has('template', block.start, block.end)
  }
  const block = first.find((one) => one.kind === 'heading' && isCalled(one)) ?? first.find(isCalled)
  return block ? [said(AGREEMENT, decided('affirmed', 'is-agreement'), block, block)] : []
}

const FIRST_BLOCKS = 40

function saidIn(
  reading: Reading,
  block: Block,
  above: Block | undefined,
  header: Block | undefined,
  isAgreement: boolean,
): Said[] {
  if (block.kind === 'heading' || !isAbout(reading, block, header)) return []
  const scanned = reading.scan(block)
  if (!scanned) return []
  if (block.kind === 'row') {
    const inRow = saidInRow(reading, { block, header })
    if (inRow) return inRow
  }
  const page: Page = { scanned, isAgreement }
  const isAsked = block.question !== '' && above?.start === block.questionStart
  return [
    ...(isAsked ? toQuestion(reading, scanned, block) : []),
    ...questionsInside(reading, scanned, block),
    ...(isAgreement ? [] : saidUnderHeading(reading, scanned, block)),
    ...ended(
      reading.clausesOf(block),
      reading.clausesOf(block).flatMap((clause) => inClause(reading, page, clause, header)),
    ),
  ]
}

/** "Acme was certified in 2019; the certificate has since lapsed." */
function ended(clauses: readonly Clause[], found: Said[]): Said[] {
  const end = clauses.find(
    ({ hits, start, end, modality, mentions }) =>
      modality === 'former' && mentions.length === 0 && hits.has('this_certificate', start, end),
  )
  if (!end) return found
  const before = found.filter(({ mention }) => mention.end <= end.start)
  const last = Math.max(...before.map(({ start }) => start))
  return found.map((one) =>
    one.start === last && one.decision.state === 'affirmed' ? { ...one, decision: decided('expired', 'ended') } : one,
  )
}

/** A cheap check: most blocks mention no standard, and neither does what is above them. */
function isAbout(reading: Reading, block: Block, header: Block | undefined): boolean {
  if (reading.names(block)) return true
  return [block.question, block.path.at(-1) ?? '', header?.text ?? ''].some((text) =>
    reading.mayNameBeside(text, block),
  )
}

function inClause(reading: Reading, page: Page, clause: Clause, header: Block | undefined): Said[] {
  const { scanned, isAgreement } = page
  return mentionsWithin(scanned, clause.start, clause.end).map((mention) => {
    const decision = byLabel(scanned, clause, mention) ?? decide(clause, mention, page)
    if (decision.rule === 'bare-mention' || decision.rule === 'law') {
      const bare = { reading, scanned, block: clause.block, clause, mention }
      const above = isAgreement ? undefined : decideFromAbove(bare)
      if (above)
        return said(mention, ofSupplier(reading, clause, header) ?? above, clause.block, clause.sentence, 'heading')
    }
    const isHeld = decision.state === 'affirmed' || decision.state === 'report_available'
    const isProduct = decision.state === 'affirmed' || isQuality(clause, mention)
    if (isProduct && isLimited(clause, mention)) return said(mention, LIMITED, clause.block, clause.sentence)
    const supplier = isHeld && mention.kind !== 'contract' ? ofSupplier(reading, clause, header) : undefined
    return said(mention, supplier ?? decision, clause.block, clause.sentence)
  })
}

/** "SOC 2 compliance" as a property of the product. */
const isQuality = ({ hits, holder }: Clause, { end }: Mention): boolean =>
  holder === 'nobody' && hits.has('certificate_word', end, end + NEXT_WORD)

const NEXT_WORD = 14
const LIMITED = decided('conditional', 'limited')
const SOON = 120

/** "on the Enterprise plan", "as long as you have signed an agreement". */
function isLimited({ hits, sentence }: Clause, { kind, end }: Mention): boolean {
  return kind !== 'contract' && hits.has('limited', sentence.start, Math.min(sentence.end, end + SOON))
}

/** In a list of suppliers, or under another company's heading, a certificate is not the vendor's. */
function ofSupplier(reading: Reading, clause: Clause, header: Block | undefined): Decision | undefined {
  const { block, language } = clause
  if (clause.namesVendor || clause.holder === 'vendor') return undefined
  const beside = (text: string): Scanned => reading.scanBeside(text, language)
  const heading = beside(block.path.at(-1) ?? '')
  const isList = block.kind !== 'paragraph'
  const lists = [heading, beside(block.lead), ...(header && header !== block ? [beside(header.text)] : [])]
  if (isList && lists.some(({ hits }) => hits.has('subprocessor'))) return decided('third_party', 'supplier-row')
  const isOthers = heading.hits.any(['other', 'facility']) && !heading.hits.has('certificate')
  return isOthers && !namesVendor(heading, 0, heading.view.length)
    ? decided('third_party', 'supplier-heading')
    : undefined
}

/** The question is in the block above, or in the term of a definition. */
function toQuestion(reading: Reading, scanned: Scanned, block: Block): Said[] {
  const question = reading.scanBeside(block.question, scanned.language)
  const place = { start: block.questionStart, end: reading.sentencesOf(block)[0]?.end ?? block.end }
  return answered(question, { start: 0, end: question.view.length }, scanned, block, block, place)
}

/** Question and answer in one paragraph: "Do you have SOC 2? Yes." */
function questionsInside(reading: Reading, scanned: Scanned, block: Block): Said[] {
  const sentences = reading.sentencesOf(block)
  return sentences.flatMap((sentence, at) => {
    const [next, ...more] = sentences.slice(at + 1, at + 1 + LONGEST_ANSWER)
    if (!next || !isQuestion(reading, sentence)) return []
    const asked = more.findIndex((one) => isQuestion(reading, one))
    const answer = { start: next.start, end: (asked < 0 ? more.at(-1) : more[asked - 1])?.end ?? next.end }
    return answered(scanned, sentence, scanned, answer, block, { start: sentence.start, end: next.end })
  })
}

/** The maximum number of sentences. */
const LONGEST_ANSWER = 8

const isQuestion = ({ view }: Reading, { start, end }: Range): boolean =>
  /[?？]["')]?$|(?:ます|です)か。?$/u.test(view.slice(start, end))

function answered(
  question: Scanned,
  asked: Range,
  scanned: Scanned,
  answer: Range,
  block: Block,
  place: Range,
): Said[] {
  const decision = decideAnswer(scanned, answer) ?? decideOffer(question, asked, scanned, answer)
  const isReaders = question.hits.any(['employee', 'other'], asked.start, asked.end)
  if (!decision || isReaders) return []
  const inAnswer = new Set(mentionsWithin(scanned, answer.start, answer.end).map(({ family }) => family))
  const laws = mentionsWithin(question, asked.start, asked.end).filter(({ kind }) => kind === 'law').length
  return mentionsWithin(question, asked.start, asked.end)
    .filter(({ family, kind }) => !inAnswer.has(family) && (kind !== 'law' || laws === 1))
    .map((mention) => said(mention, decision, block, place, 'block'))
}

/** A denial does not override a certificate stated elsewhere on the page, unless it answers the same question. */
function settled(found: readonly Said[]): Said[] {
  const isHeld = ({ decision }: Said): boolean =>
    decision.state === 'affirmed' || decision.state === 'report_available' || decision.state === 'self_declared'
  const held = new Set(found.filter(isHeld).map(({ mention }) => mention.family))
  return found.map((one) => {
    const isLoose = one.decision.state === 'negated' && !one.decision.rule.startsWith('answer')
    return isLoose && held.has(one.mention.family) ? { ...one, decision: decided('unclear', 'disputed') } : one
  })
}

const PREDICATES: Readonly<Record<Mention['kind'], string>> = {
  certificate: 'certification',
  law: 'complies_with',
  assessed_law: 'complies_with',
  framework: 'follows_framework',
  contract: 'offers_agreement',
}

function findingOf(reading: Reading, one: Said): Finding {
  const { mention, decision, block, start, end, binding } = one
  const quote = reading.text.slice(start, end)
  const { strength, details } = strengthOf(quote, block)
  const state: AssertionState = decision.state
  return {
    category: 'certification',
    predicate: PREDICATES[mention.kind],
    value: idWithState(one),
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
