// Penetration tests of the vendor's own service, apart from rules for customers who want to test it.
import type { Finding } from '../claim.ts'
import { matchable } from '../read/characters.ts'
import type { ReadDocument } from '../types.ts'
import type { Statement } from './statements.ts'

const ABOUT = /\bpen(?:etration)?[\s-]?test(?:s|ing|ed|ers?)?\b|\bsecurity tests?\b/
const PEN = /\bpen(?:etration)?[\s-]?test/
const DONE =
  /\b(?:annual(?:ly)?|yearly|regular(?:ly)?|quarterly|periodic(?:ally)?|independent|third[\s-]party|external(?:ly)?|undergo(?:es)?|conducts?|conducted|performs?|performed|engages?|commissions?|carr(?:y|ies) out|completed?|at least once|hires?|routine(?:ly)?|continuous)\b/
const CUSTOMERS =
  /\b(?:you|customers?|users?)\b.{0,40}\b(?:may|can|must|wish|want|request|conduct|perform|are allowed|submit|plan)\b|\byour (?:own )?(?:application|tests?|testing|penetration)\b|\b(?:prior|written|advance) (?:approval|notice|permission|authori[sz]ation)\b|\brequest (?:for )?permission\b/
const DENIED = /\b(?:not|never|don't|prohibited|forbidden|without)\b.{0,60}\bpen(?:etration)?[\s-]?test|\bred[\s-]team/

export function penetrationTestFindings(document: ReadDocument, all: readonly Statement[]): Finding[] {
  const statements = all.filter(({ view }) => ABOUT.test(view))
  const customers = statements.filter(({ view }) => CUSTOMERS.test(view) && !/\breport|summary|results\b/.test(view))
  const policy = PEN.test(matchable(`${document.title} ${document.blocks[0]?.text ?? ''}`)) && customers.length > 0
  const done = statements.find(
    ({ view, subject }) =>
      PEN.test(view) &&
      DONE.test(view) &&
      !CUSTOMERS.test(view) &&
      !DENIED.test(view) &&
      subject() !== 'customer' &&
      !policy,
  )
  const [asked] = customers
  const found = done ?? asked
  if (!found) return []
  const value = done ? 'yes' : 'customer_testing_only'
  return [
    {
      category: 'penetration_test',
      predicate: 'penetration_test',
      value,
      state: done ? 'affirmed' : 'mention',
      text: done ? 'Penetration tests are performed' : 'Rules for penetration tests by customers',
      block: found.block,
      start: found.start,
      end: found.end,
      rule: `penetration-test/${value}`,
    },
  ]
}
