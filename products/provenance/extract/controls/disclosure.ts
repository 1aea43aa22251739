// How vulnerabilities are reported: with a bounty, under a policy, or to a contact only. Also reads RFC 9116 files.
import type { Finding } from '../claim.ts'
import { type Clause, has, inSentence, isNegated, type Modality } from '../clauses/clause.ts'
import { opensWith } from '../clauses/pieces.ts'
import type { Reading } from '../clauses/reading.ts'
import type { Cue } from '../cues/names.ts'
import type { Block, DocumentContext, ReadDocument } from '../types.ts'

type Kind = 'bounty' | 'no_bounty' | 'policy' | 'contact'

interface Signal {
  kind: Kind
  clause: Clause
}

export function disclosureFindings(document: ReadDocument, context: DocumentContext, reading: Reading): Finding[] {
  const file = securityTxt(document, context)
  if (file.length > 0) return file
  const isPolicyPage = isAboutDisclosure(document, reading)
  const signals = reading.blocks.flatMap((block) => signalsIn(reading, block, isPolicyPage))
  const first = (kind: Kind): Clause | undefined => signals.find((one) => one.kind === kind)?.clause
  const refused = first('no_bounty')
  const bounty = first('bounty')
  if (bounty && !refused) return [findingOf(bounty, 'bug_bounty')]
  const policy = first('policy') ?? (isPolicyPage ? refused : undefined)
  if (policy) return [findingOf(refused ?? policy, 'vdp')]
  const contact = first('contact')
  return contact ? [findingOf(contact, 'contact_only')] : []
}

function isAboutDisclosure({ title, blocks }: ReadDocument, reading: Reading): boolean {
  const [first] = reading.blocks
  const language = (first && reading.languageOf(first)) ?? 'en'
  return reading.scanBeside(`${title} / ${blocks[0]?.text ?? ''}`, language).hits.has('disclosure_policy')
}

const ABOUT: readonly Cue[] = ['bounty', 'disclosure_policy', 'weakness']

function signalsIn(reading: Reading, block: Block, isPolicyPage: boolean): Signal[] {
  const scanned = block.kind === 'heading' || block.kind === 'badge' ? undefined : reading.scan(block)
  if (!scanned) return []
  const isBelow = isPolicyPage || isUnderPolicy(reading, block, scanned.language)
  if (!scanned.hits.any(isBelow ? [...ABOUT, 'report_it'] : ABOUT, block.start, block.end)) return []
  const clauses = reading.clausesOf(block)
  return clauses.flatMap((clause) => {
    const kind = kindOf(clause, isBelow, reading.view)
    return kind ? [{ kind, clause }] : []
  })
}

const LONGEST_HEADING = 80

function isUnderPolicy(reading: Reading, { path }: Block, language: Clause['language']): boolean {
  const heading = path.at(-1) ?? ''
  return (
    heading !== '' &&
    heading.length < LONGEST_HEADING &&
    reading.scanBeside(heading, language).hits.has('disclosure_policy')
  )
}

const MUTE: ReadonlySet<Modality> = new Set(['question', 'plan', 'training', 'former'])

function kindOf(clause: Clause, isBelow: boolean, view: string): Kind | undefined {
  if (MUTE.has(clause.modality) || clause.holder === 'other' || clause.holder === 'employee') return undefined
  if (clause.modality === 'definition' && !inSentence(clause, 'own')) return undefined
  const isOurs = clause.holder !== 'customer' || inSentence(clause, 'own') || clause.namesVendor
  if (has(clause, 'bounty') && isOurs) {
    if (isNegated(clause)) return 'no_bounty'
    return clause.modality === 'duty' ? undefined : 'bounty'
  }
  const isReport = inSentence(clause, 'weakness') || inSentence(clause, 'report_it')
  if (isBelow && isReport) return 'policy'
  const isNamed = inSentence(clause, 'own') || clause.namesVendor || isReport
  if (has(clause, 'disclosure_policy') && isOurs && isNamed && !isNegated(clause)) return 'policy'
  return isInvitation(clause, view) ? 'contact' : undefined
}

/** "Please report vulnerabilities to us"; not "we report vulnerabilities in your code", nor a customer's duty. */
function isInvitation(clause: Clause, view: string): boolean {
  const { hits, sentence, holder, modality } = clause
  const weakness = hits.first('weakness', sentence.start, sentence.end)
  const report = hits.first('report_it', clause.start, clause.end)
  if (!weakness || !report || isNegated(clause)) return false
  const theirs = hits.first('customer', weakness.end, Math.min(sentence.end, weakness.end + NEXT_WORDS))
  if (theirs && PREPOSITION.test(view.slice(weakness.end, theirs.start))) return false
  if (holder === 'customer') return modality !== 'duty'
  if (holder === 'vendor') {
    const reader = hits.first('customer', sentence.start, sentence.end)
    return reader !== undefined && hits.has('report_it', reader.end, sentence.end) && !has(clause, 'feature')
  }
  if (INVITES.test(view.slice(sentence.start, sentence.end))) return true
  if (modality === 'condition') return false
  const isIfFound = inSentence(clause, 'condition') && report.start > weakness.start
  return modality === 'possibility' || opensWith('report_it', clause, hits) || isIfFound
}

const NEXT_WORDS = 12
/** "in your code" */
const PREPOSITION = /^\s+\p{L}{1,4}\s+$/u
const INVITES =
  /@|(?<!\p{L})(?:please|bitte|merci|veuillez|por favor|si prega|vi preghiamo|gelieve|graag)(?!\p{L})|ください|下さい/u

/** RFC 9116 §2.5: Contact is required, and Expires must occur exactly once. */
function securityTxt(document: ReadDocument, { url }: DocumentContext): Finding[] {
  if (!/\/security\.txt$/.test(url.split(/[?#]/)[0] ?? '')) return []
  const block = document.blocks.find(({ text }) => /^contact:/im.test(text))
  if (!block) return []
  const fields = [
    ...document.text.matchAll(
      /\b(Contact|Expires|Policy|Acknowledgments|Hiring|Encryption|Canonical|Preferred-Languages):\s*(\S+)/gi,
    ),
  ]
  const values = (name: string): string[] =>
    fields.filter((field) => field[1]?.toLowerCase() === name).map((field) => field[2] ?? '')
  const at = document.text.toLowerCase().indexOf('contact:')
  const end = at + (/^\S+\s*\S+/.exec(document.text.slice(at))?.[0].length ?? 8)
  const expires = values('expires')
  const details = {
    contact: values('contact'),
    expires: expires[0] ?? null,
    policy: values('policy'),
    errors: [...(expires.length === 0 ? ['no_expire'] : []), ...(expires.length > 1 ? ['multi_expire'] : [])],
  }
  const value = values('policy').length > 0 ? 'vdp' : 'contact_only'
  return [
    {
      category: 'vulnerability_disclosure',
      predicate: 'security_txt',
      value,
      state: 'affirmed',
      text: `security.txt: ${value}`,
      block,
      start: at,
      end,
      rule: 'disclosure/security-txt',
      details,
    },
  ]
}

function findingOf({ block, sentence }: Clause, value: string): Finding {
  return {
    category: 'vulnerability_disclosure',
    predicate: 'vulnerability_disclosure',
    value,
    state: 'affirmed',
    text: `Vulnerability disclosure: ${value.replaceAll('_', ' ')}`,
    ...{ block, start: sentence.start, end: sentence.end, rule: `disclosure/${value.replaceAll('_', '-')}` },
  }
}
