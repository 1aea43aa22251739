// Laws and frameworks: no one certifies them, so a vendor can only declare that it complies.

import { opensWith } from '../clauses/pieces.ts'
import type { MentionContext } from './mention-context.ts'
import type { Page } from './page.ts'
import { isPredicateBehind } from './predicates.ts'
import { type Decision, decided } from './said.ts'

/** A law named through one of its articles is cited: that says nothing about compliance. */
const ARTICLE =
  /(?:art(?:icles?|ikeln?|ículos?|icol[oi]|igos?|\.)?\.?\s*\d[\w()]*|§+\s*\d+|\d+\(\d\)|第\s*\d+\s*条)[^,;]{0,25}$/u
const UNDER = /(?:in accordance|gemäß|nach maßgabe|conformément|de acuerdo con|ai sensi|nos termos|overeenkomstig)/u
const NEAR = 40
const LONGEST_FRAGMENT = 120

export function decideLaw(context: MentionContext, page: Page): Decision {
  const { clause, mention, view } = context
  if (ARTICLE.test(view.slice(clause.start, mention.start))) return decided('mention', 'article')
  if (clause.holder === 'vendor' && complies(context, page)) return decided('affirmed', 'comply')
  const isNamed = context.between('certificate_word', mention.end, mention.end + 30)
  if (clause.holder === 'vendor' && !page.isAgreement) {
    if (context.opensAfter('certificate_word', 4)) return decided('affirmed', 'possession')
    if (context.has('certify')) return decided('affirmed', 'certify')
    if (mention.kind === 'assessed_law' && context.has('hold') && isNamed) return decided('affirmed', 'hold')
  }
  return isFragment(context, page) ? decided('affirmed', 'fragment') : decided('mention', 'law')
}

function complies(context: MentionContext, { isAgreement }: Page): boolean {
  if (!context.has('comply') || UNDER.test(context.said)) return false
  const before = context.before('comply')
  return (
    !isAgreement || (context.clause.namesHolder && before !== undefined && context.mention.start - before.end < NEAR)
  )
}

function isFragment(context: MentionContext, { isAgreement }: Page): boolean {
  const { clause } = context
  if (clause.holder !== 'nobody' || isAgreement || clause.end - clause.start >= LONGEST_FRAGMENT) return false
  if (context.has('verb') || opensWith('preposition', clause, clause.hits)) return false
  return isPredicateBehind(context)
}
