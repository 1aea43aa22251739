// Names without a verb: what a list under "Certifications", a badge, or a status cell of a table says.
import { subjectsOf } from '../language/subject.ts'
import type { Block } from '../types.ts'
import type { Decision } from './decide.ts'
import { decide } from './decide.ts'
import type { Page } from './experiencer.ts'
import type { Group } from './groups.ts'

const FILLER =
  /\b(?:certifi(?:ed|cation|cate)s?|reports?|compliance|compliant|attestation|of|the|and|for|audit|type|level|our|latest|current|standard|information|security|management|system|star|csa|caiq|self-assessment|cloud|alliance|version|v?\d[\d.:]*|20\d\d|with|summary|letter|aoc|iso|iec|dss|eu|us|annual|independent)\b|[^\w]/g
const HELD_HEADING =
  /\b(?:certifications?|accreditations?|attestations?|certificates|audit reports|compliance (?:reports|certifications|badges|documents)|certified)\b/
const REPORTS = /\b(?:compliance|audit|security|assurance|soc|attestation)\s+(?:reports?|documents?|artifacts)\b/
const HELD_LEAD =
  /\b(?:we|our \w+|is|are|has|have|following)\b[^.]{0,80}\b(?:certified|compliant|certifications?|accreditations?|attestations?|hold|maintain|achieved|obtained|adheres? to|compl(?:y|ies) with|meets?)\b|\b(?:holds?|maintains?|achieved|obtained|certified|compl(?:y|ies)|compliant|adheres?|meets?)\b[^.]{0,60}\bfollowing\b/
const READER_HEADING =
  /\b(?:your|helps?|how to|what (?:is|are)|customers?|supported|support for|roadmap|planned|upcoming|future|coming|in progress|working|pursuing|vs|requirements?|glossary|faq|learn|resources?|further reading|related|guides?)\b/
const YES =
  /^[\s|:]*(?:yes\b|✓|✔|✅|☑|certified\b|compliant\b|complete[d]?\b|achieved\b|active\b|current\b|valid\b|attested\b|authorized\b)/

const TICKED = /[✓✔✅☑]\s*$/
const LONGEST_NAME = 40

/** Undefined when the place says nothing. */
export function decideBare(group: Group, block: Block, page: Page, lead: string): Decision | undefined {
  if (!standsAlone(group)) return undefined
  const nearest = page.headings.at(-1) ?? ''
  const above = `${nearest} / ${lead}`
  if (READER_HEADING.test(nearest) && !REPORTS.test(nearest)) return undefined
  if (negative(lead, page)) return undefined
  if (TICKED.test(group.before)) return { state: 'affirmed', rule: 'ticked' }
  // A paragraph that is a name and nothing else is an item of a list that was not marked as one.
  const isItem = block.kind === 'item' || block.kind === 'badge' || block.kind === 'row' || block.kind === 'term'
  if (!isItem && (block.kind !== 'paragraph' || block.text.length > LONGEST_NAME)) return undefined
  if (REPORTS.test(above)) return { state: 'report_available', rule: 'report-list' }
  if (HELD_HEADING.test(nearest) || HELD_LEAD.test(lead)) return { state: 'affirmed', rule: 'certificate-list' }
  return undefined
}

const SAYS_SO =
  /^\s*(?:yes[,.]? )?(?:we|our information security management system|our isms|[\w .-]{2,30}?)\s+(?:are|is|have been|has been)\s+((?:not|currently|fully|not yet|independently)\s+)?(?:certified|compliant|accredited|attested|audited)\b/

/** A heading that is only the name, and below it "We are certified." */
export function decideUnderHeading(heading: Group, sentence: string, own: readonly string[]): Decision | undefined {
  const said = SAYS_SO.exec(sentence)
  if (!said || sentence.length > 120 || !standsAlone(heading) || subjectsOf(sentence, { own }).first !== 'own')
    return undefined
  if (/\bto\b|\bby\b.*\bplan|\bif\b|\bwhen\b/.test(sentence)) return undefined
  return /^not/.test(said[1] ?? '')
    ? { state: 'negated', rule: 'under-heading' }
    : { state: 'affirmed', rule: 'under-heading' }
}

/** "SOC 2 Type II | ✓": the first cell names, the next one says. */
export function decideCell(group: Group): Decision | undefined {
  return standsAlone({ ...group, after: '' }) && YES.test(group.after)
    ? { state: 'affirmed', rule: 'status-cell' }
    : undefined
}

function standsAlone({ before, after, mentions }: Group): boolean {
  const rest = `${before} ${after}`.replace(FILLER, '')
  return mentions.length > 0 && rest.length <= 8
}

function negative(lead: string, page: Page): boolean {
  if (lead === '') return false
  const asked = decide(
    {
      mentions: [],
      clause: lead,
      earlier: '',
      before: lead.replace(/[:.]\s*$/, ' '),
      after: '',
      rest: '',
      sentence: lead,
    },
    page,
  )
  return (
    asked.state === 'negated' ||
    asked.state === 'in_progress' ||
    asked.state === 'third_party' ||
    asked.state === 'aligned'
  )
}
