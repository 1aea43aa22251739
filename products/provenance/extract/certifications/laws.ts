// Laws and frameworks: nobody certifies them, so a vendor can only say of itself that it complies.

import { opensWith } from '../clauses/pieces.ts'
import type { Asking } from './asking.ts'
import type { Page } from './page.ts'
import { isPredicateBehind } from './predicates.ts'
import { type Decision, decided } from './said.ts'

/** A law named through one of its articles is cited, not complied with. */
const ARTICLE =
  /(?:art(?:icles?|ikeln?|ículos?|icol[oi]|igos?|\.)?\.?\s*\d[\w()]*|§+\s*\d+|\d+\(\d\)|第\s*\d+\s*条)[^,;]{0,25}$/u
const UNDER = /(?:in accordance|gemäß|nach maßgabe|conformément|de acuerdo con|ai sensi|nos termos|overeenkomstig)/u
const NEAR = 40
const LONGEST_FRAGMENT = 120

export function decideLaw(asking: Asking, page: Page): Decision {
  const { clause, mention, view } = asking
  if (ARTICLE.test(view.slice(clause.start, mention.start))) return decided('mention', 'article')
  if (clause.holder === 'vendor' && complies(asking, page)) return decided('affirmed', 'comply')
  const isNamed = asking.between('certificate_word', mention.end, mention.end + 30)
  if (clause.holder === 'vendor' && !page.isAgreement) {
    if (asking.opensAfter('certificate_word', 4)) return decided('affirmed', 'possession')
    if (asking.has('certify')) return decided('affirmed', 'certify')
    if (mention.kind === 'assessed_law' && asking.has('hold') && isNamed) return decided('affirmed', 'hold')
  }
  return isFragment(asking, page) ? decided('affirmed', 'fragment') : decided('mention', 'law')
}

function complies(asking: Asking, { isAgreement }: Page): boolean {
  if (!asking.has('comply') || UNDER.test(asking.said)) return false
  const before = asking.before('comply')
  return !isAgreement || (asking.clause.namesHolder && before !== undefined && asking.mention.start - before.end < NEAR)
}

function isFragment(asking: Asking, { isAgreement }: Page): boolean {
  const { clause } = asking
  if (clause.holder !== 'nobody' || isAgreement || clause.end - clause.start >= LONGEST_FRAGMENT) return false
  if (asking.has('verb') || opensWith('preposition', clause, clause.hits)) return false
  return isPredicateBehind(asking)
}
