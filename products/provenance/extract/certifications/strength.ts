// What backs a statement: a named auditor, a certificate's number, a date, a link; and what it is limited to.
import { dayOf } from '../dates.ts'
import type { Block } from '../types.ts'

const AUDITOR =
  /\b(?:audited|assessed|certified|attested|examined|issued|performed|conducted) by ((?:[A-Z][\w&.-]*\s?){1,5})/
const NUMBER = /\bcertificate\s+(?:no\.?|number|#|id)[:\s]*([A-Z]{0,4}[\s-]?\d[\w/-]{3,})/i
const VALID_UNTIL =
  /\b(?:valid (?:until|through|to)|expires?(?: on)?|expiry(?: date)?)[:\s]+([A-Z]?[\w ,./-]{4,24}?\d{4}|\d{4}-\d\d-\d\d)/i
const PERIOD =
  /\b((?:[A-Z][a-z]{2,8}\.? \d{1,2},? )?(?:19|20)\d\d\s*(?:-|–|to|through)\s*(?:[A-Z][a-z]{2,8}\.? \d{1,2},? )?(?:19|20)\d\d)\b/
const SCOPE =
  /\b(?:on|for|in|with|under|to) (?:the |our |an? )?((?:[\w.+-]+ ){0,3}?(?:plans?|tiers?|editions?|add-?on|deployments?|regions?|customers))\b/i

export function strengthOf(quote: string, block: Block): { strength: number; details: Record<string, string> } {
  const auditor = AUDITOR.exec(quote)?.[1]?.trim()
  const number = NUMBER.exec(quote)?.[1]
  const until = VALID_UNTIL.exec(quote)?.[1]
  const period = PERIOD.exec(quote)?.[1]
  const link = block.spans.find(
    (span) => span.kind === 'link' && /report|certificate|soc|iso|trust|registry|attest/i.test(span.href),
  )
  const details = {
    auditor,
    certificate_number: number,
    valid_until: until,
    // What the rules of a later day compare with that day.
    expires_on: until && dayOf(until),
    period,
    link: link?.href,
  }
  const known = Object.entries(details).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const strength = [auditor, number, until ?? period, link].filter(Boolean).length
  return { strength, details: Object.fromEntries(known) }
}

export function scopeOf(quote: string): { scope?: string } {
  const scope = SCOPE.exec(quote)?.[1]
  return scope ? { scope } : {}
}
