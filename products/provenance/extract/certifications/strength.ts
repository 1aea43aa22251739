// What backs a statement: a named auditor, a certificate number, a date, a link. Also its limits.
import { dayOf } from '../dates.ts'
import type { Block } from '../types.ts'

const NAME = String.raw`((?:\p{Lu}[\p{L}\p{N}&.'-]*\s?){1,5})`
const AUDITOR = new RegExp(String.raw`\b(?:audited|assessed|attested|examined|performed|conducted) by ${NAME}`, 'u')
const ISSUER = new RegExp(String.raw`\b(?:issued|certified|awarded) by ${NAME}`, 'u')
/** Roles, which are not names. */
const NOBODY =
  /^(?:customer|provider|company|processor|controller|supplier|vendor|independent|third|an?|the|our|your|its)\b/i
const NUMBER =
  /\bcertificate\s+(?:no\.?|number|#|id)[:\s]*([A-Z]{0,4}[\s-]?\d[\w/-]{3,})|\bcertificate (?!ISO|SOC|PCI)([A-Z]{1,5}-?\d[\w/-]{2,})/i
const VALID_UNTIL =
  /\b(?:valid (?:until|through|to)|expires?(?: on)?|expiry(?: date)?)[:\s]+([A-Z]?[\w ,./-]{4,24}?\d{4}|\d{4}-\d\d-\d\d)/i
const MONTH_DAY = String.raw`(?:\d{1,2}(?:st|nd|rd|th)? )?[A-Z][a-z]{2,8}\.?(?: \d{1,2}(?:st|nd|rd|th)?,?)?`
const DATE = String.raw`(?:${MONTH_DAY} (?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d|(?:19|20)\d\d)`
const PERIOD = new RegExp(String.raw`\b((?:${DATE}|${MONTH_DAY})\s*(?:-|–|to|through|until)\s*(${DATE}))\b`)
const PERIOD_END = new RegExp(String.raw`\b(?:period|year|months)\s+(?:ending|ended)(?: on)?\s+(${DATE})\b`)
const SCOPE =
  /\b(?:on|for|in|with|under|to) (?:the |our |an? )?((?:[\w.+-]+ ){0,3}?(?:plans?|tiers?|editions?|add-?on|deployments?|regions?|customers))\b/i
const SCOPE_OF =
  /\bscope(?: of (?:the )?(?:certificat\w+|audit|report))?(?:\s*:|\s+(?:is|includes|covers))\s+([^.;]{4,160})/i

export function strengthOf(quote: string, block: Block): { strength: number; details: Record<string, string> } {
  const auditor = nameIn(AUDITOR, quote)
  const issuer = nameIn(ISSUER, quote)
  const [, labelled, bare] = NUMBER.exec(quote) ?? []
  const number = labelled ?? bare
  const until = VALID_UNTIL.exec(quote)?.[1]
  const { period, period_end } = periodOf(quote)
  const link = block.spans.find(
    (span) => span.kind === 'link' && /report|certificate|soc|iso|trust|registry|attest/i.test(span.href),
  )
  const details = {
    auditor,
    issuer,
    certificate_number: number,
    valid_until: until,
    // Dates that later rules compare with the current date.
    expires_on: until && dayOf(until),
    period,
    period_end,
    link: link?.href,
  }
  const known = Object.entries(details).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const strength = [auditor ?? issuer, number, until ?? period, link].filter(Boolean).length
  return { strength, details: Object.fromEntries(known) }
}

function nameIn(pattern: RegExp, quote: string): string | undefined {
  const name = pattern
    .exec(quote)?.[1]
    ?.trim()
    .replace(/[.,']+$/, '')
  return name && !NOBODY.test(name) ? name : undefined
}

/** The period that a report covers, and its last day for comparison with the current date. */
function periodOf(quote: string): { period?: string; period_end?: string | undefined } {
  const [, whole, end] = PERIOD.exec(quote) ?? []
  const [sentence, only] = PERIOD_END.exec(quote) ?? []
  const last = end ?? only
  if (!last) return {}
  const period = whole ?? sentence?.replace(/^\w+\s+/, '')
  return { ...(period && { period }), period_end: /^\d{4}$/.test(last) ? `${last}-12-31` : dayOf(last) }
}

export function scopeOf(quote: string): { scope?: string } {
  const scope = SCOPE_OF.exec(quote)?.[1]?.trim() ?? SCOPE.exec(quote)?.[1]
  return scope ? { scope } : {}
}
