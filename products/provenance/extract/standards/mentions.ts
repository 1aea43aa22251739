// Finds the standards that a text names: "SOC 2, Type 2", "ISO/IEC 27001:2022", "ISO 27001/27018" (two).
import { matchesOf } from '../language/matches.ts'
import { ISO_NUMBERS, STANDARDS, type StandardKind } from './catalogue.ts'

export interface Mention {
  id: string
  family: string
  label: string
  kind: StandardKind
  start: number
  end: number
  edition: string
  level: string
}

/** A data processing agreement. Its name differs by language, so the caller finds it and sets the offsets. */
export const AGREEMENT: Mention = {
  ...{ id: 'gdpr_dpa', family: 'gdpr_dpa', label: 'Data processing agreement', kind: 'contract' },
  ...{ start: 0, end: 0, edition: '', level: '' },
}

const SOC = /\b(?:aicpa\s+)?(?:ssae[\s-]*1[68]\s+)?soc(?:[\s-]*|\s+)([123])\b(?:\s*\(r\))?/g
const SOC_TYPE =
  /[\s,:(-]{0,4}(?:report\s+|certified\s+|compliant\s+|de\s+|di\s+)?[\s,(-]{0,3}(?:type|typ|tipo|タイプ)[\s-]*(ii|i|2|1|two|one)(?![a-z\d])\)?/y
const SOC_MORE_TYPES =
  /\s*(?:,|\/|and|und|et|y|e|en|&|\+|or|と|、)\s*(?:(?:type|typ|tipo|タイプ)[\s-]*)?(ii|i|2|1)\b(?!\s*[.\d])/y
const SOC_MORE =
  /\s*(?:\/|、|,\s*(?:and\s+)?|and\s+|und\s+|et\s+|y\s+|e\s+|en\s+|&\s*|\+\s*)([123])\b(?!\s*(?:\d|%|years?|days?|months?|hours?|factor))/y
const ISO =
  /\b(?:din\s+)?(?:en\s+)?iso(?:\s*[/-]?\s*iec)?(?:\s*[:-]?\s*|\s+)(?:norm\s+)?(\d{4,5})(?:-\d)?(?:[:-](20\d\d))?(?![a-z\d])/g
const ISO_MORE =
  /\s*(?:[,、;]\s*(?:and\s+|und\s+|et\s+|y\s+|e\s+|en\s+)?|\/|and\s+|und\s+|sowie\s+|et\s+|y\s+|e\s+|en\s+|と|および|及び|&\s*|or\s+|\+\s*)(?:\/?iec\s+)?(27001|27017|27018|27701|42001|22301|9001|14001)(?:-\d)?(?:[:-](20\d\d))?(?![a-z\d])/y

/** `view` is normalized text. Offsets refer to it. */
export function mentionsOf(view: string): Mention[] {
  const found = [...socMentions(view), ...isoMentions(view), ...namedMentions(view)]
  found.sort((one, other) => one.start - other.start || other.end - one.end)
  const kept: Mention[] = []
  for (const mention of found) {
    const last = kept.at(-1)
    if (last && mention.start < last.end && !mention.id.startsWith('soc')) continue
    kept.push(mention)
  }
  return kept
}

function socMentions(view: string): Mention[] {
  const found: Mention[] = []
  for (const match of matchesOf(SOC, view)) {
    let end = match.index + match[0].length
    const type = sticky(SOC_TYPE, view, end)
    if (type) end += type[0].length
    found.push(soc(match[1] ?? '', type?.[1], match.index, end))
    const other = type ? sticky(SOC_MORE_TYPES, view, end) : undefined
    if (other) found.push(soc(match[1] ?? '', other[1], end, end + other[0].length))
    for (let more = type ? undefined : sticky(SOC_MORE, view, end); more; more = sticky(SOC_MORE, view, end)) {
      found.push(soc(more[1] ?? '', undefined, end, end + more[0].length))
      end += more[0].length
    }
  }
  return found
}

function soc(number: string, type: string | undefined, start: number, end: number): Mention {
  const level = type === undefined ? '' : /^(?:ii|2|two)$/.test(type) ? '2' : '1'
  const label = level ? `SOC ${number} Type ${level === '2' ? 'II' : 'I'}` : `SOC ${number}`
  const id = level && number !== '3' ? `soc${number}_type${level}` : `soc${number}`
  return { id, family: `soc${number}`, label, kind: 'certificate', start, end, edition: '', level }
}

function isoMentions(view: string): Mention[] {
  const found: Mention[] = []
  for (const match of matchesOf(ISO, view)) {
    let end = match.index + match[0].length
    if (match[1]) found.push(...iso(match[1], match[2], match.index, end))
    for (let more = sticky(ISO_MORE, view, end); more; more = sticky(ISO_MORE, view, end)) {
      const start = end + more[0].indexOf(more[1] ?? '')
      end += more[0].length
      found.push(...iso(more[1] ?? '', more[2], start, end))
    }
  }
  return found
}

function iso(number: string, edition: string | undefined, start: number, end: number): Mention[] {
  const label = ISO_NUMBERS[number]
  if (!label) return []
  const id = `iso${number}`
  return [{ id, family: id, label, kind: 'certificate', start, end, edition: edition ?? '', level: '' }]
}

/**
 * A quick test, because most sentences name no standard. All alternatives start at a word boundary, so that nothing is
 * compared in the middle of a word.
 */
const PERHAPS =
  /\b(?:pci|payment card|hipaa|health insurance|baa|business associate|(?:uk|eu)?gdpr|dpa|data pr|ccpa|california|fed-?ramp|state-?ramp|govramp|tx-?ramp|csa|cloud security|caiq|dpf|privacy shield|fips|hitrust|cyber ess|21 ?cfr|hds|hebergeur|ferpa|coppa|lgpd|pipeda|dora|digital oper|ai act|section 508|nist|tisax|c5|irap|esquema|ens|cmmc|authority to|rgpd|eu-ds|ds-?gvo|avg|datenschutz-?grund|règlement gén|reglamento gen|regulamento geral|regolamento gen|algemene verord|lei geral|hébergeur|host di|secnum|nen|bsi|it-grund|isae)|一般データ保護規則/

const NUMBERED = /soc|iso/

/** A quick test that most texts fail. */
export const mayName = (view: string): boolean => NUMBERED.test(view) || PERHAPS.test(view)

function namedMentions(view: string): Mention[] {
  const found: Mention[] = []
  if (!PERHAPS.test(view)) return found
  for (const { id, family, label, kind, pattern, level } of STANDARDS) {
    for (const match of matchesOf(pattern, view)) {
      const end = match.index + match[0].length
      const said = level?.exec(view.slice(end, end + 40)) ?? innerLevel(level, match[0])
      found.push({ id, family, label, kind, start: match.index, end, edition: '', level: said?.[1] ?? '' })
    }
  }
  return found
}

/** "(CSA STAR - Level 2)" is part of the name. */
function innerLevel(level: RegExp | undefined, matched: string): RegExpExecArray | null {
  const at = matched.indexOf('level')
  return level && at >= 0 ? level.exec(matched.slice(at)) : null
}

function sticky(pattern: RegExp, view: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(view) ?? undefined
}
