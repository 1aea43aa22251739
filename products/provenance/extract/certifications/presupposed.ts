// "In accordance with its SOC 2 and ISO 27001 certifications": whatever the sentence says, it presupposes them.

import { isMeasure } from './granted.ts'
import type { MentionContext } from './mention-context.ts'
import { type Decision, decided } from './said.ts'

const SILENT: ReadonlySet<string> = new Set([
  'plan',
  'possibility',
  'condition',
  'former',
  'question',
  'training',
  'advice',
  'definition',
])
const POSSESSIVE =
  /(?<!\p{L})(?:its|our|ihrer?|seiner?|unserer?|sa|ses|notre|nos|su|sus|nuestras?|sua|suas|nossas?|propria|proprie|nostra|nostre|haar|hun|zijn|onze)\s+$/u
/** Matches certificates in force, not "our SOC 2 requirements". */
const CERTIFICATE = /^[\s-]{0,2}(?:certific|attestations?(?!\p{L})|zertifi|testat)/u
const CERTIFICATE_BEFORE =
  /(?<!\p{L})(?:certifications?|certificaci(?:ón|ones)|certificaç(?:ão|ões)|certificazion[ei]|zertifizierung|certificering)\s+(?:(?:nach|de|em|volgens|selon|à la norme)\s+)?$/u
const JOINED = /^[\s,/&]*(?:(?:and|und|et|y|e|ed|en|sowie)\s+)?$/u
/** "Shall obtain its certification": the certification does not exist yet. */
const TO_COME = /(?<!\p{L})(?:obtain|achiev|attain|pursu|seek|erlang|obten|obtent|consegui|ottener|behal)/u

export function presupposedBy(context: MentionContext): Decision | undefined {
  const { clause, mention, view } = context
  const isOurs = clause.holder === 'vendor' || (clause.holder === 'nobody' && clause.namesVendor)
  if (mention.kind !== 'certificate' || !isOurs || SILENT.has(clause.modality)) return undefined
  if (context.isNegated || TO_COME.test(context.said)) return undefined
  const list = enumerationAround(context)
  const before = view.slice(clause.start, list.start)
  const named = CERTIFICATE_BEFORE.exec(before)
  const said = CERTIFICATE.test(view.slice(list.end, clause.end)) ? before : before.slice(0, named?.index ?? 0)
  const owner = POSSESSIVE.exec(said)
  return owner && isMeasure(context, clause.start + owner.index) ? decided('affirmed', 'presupposed') : undefined
}

/** The enumeration that contains this standard: "SOC 2 Type II and ISO 27018". */
function enumerationAround({ clause, mention, view }: MentionContext): { start: number; end: number } {
  let { start, end } = mention
  for (const other of clause.mentions)
    if (other.start >= end && JOINED.test(view.slice(end, other.start))) end = other.end
  for (const other of clause.mentions.toReversed())
    if (other.end <= start && JOINED.test(view.slice(other.end, start))) start = other.start
  return { start, end }
}
