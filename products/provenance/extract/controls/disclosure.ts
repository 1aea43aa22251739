// How vulnerabilities are reported: a bounty is paid, a policy stands, or only a contact is named. RFC 9116 files too.
import type { Finding } from '../claim.ts'
import { matchable } from '../read/characters.ts'
import type { AssertionState, DocumentContext, ReadDocument } from '../types.ts'
import type { Statement } from './statements.ts'

const ABOUT =
  /bount(?:y|ies)|disclos|vulnerab|hackerone|bugcrowd|intigriti|yeswehack|security (?:issue|bug|flaw|concern|problem|research|response)|reward|monetary|security@/
const BOUNTY =
  /\bbug[\s-]bount(?:y|ies)\b|\bbounty program|\b(?:pay|pays|offer|offers|award)\b.{0,40}\b(?:bount(?:y|ies)|(?:monetary |cash )?rewards?)\b|\brewards? (?:for|security|researchers)\b/
const NO_BOUNTY =
  /\b(?:not|don't|do not|no|without|never)\b.{0,60}\b(?:pay|bount(?:y|ies)|monetary|rewards?|compensation)\b/
const POLICY =
  /\b(?:vulnerability|responsible|coordinated)[\s-](?:vulnerability[\s-])?disclosure\b|\b(?:vulnerability )?disclosure (?:policy|program)\b|\bhackerone\b|\bbugcrowd\b|\bintigriti\b|\byeswehack\b|\bsafe harbou?r\b.{0,60}\bresearch/
const ACTIVE = /\b(?:our|we|us|program|policy|report(?:ing|s)?|contact|through|via|submit|please|email|for)\b/
const CONTACT =
  /\b(?:report|submit|disclose|notify|let us know|contact|found|discover\w*)\b.{0,100}\b(?:vulnerabilit(?:y|ies)|security (?:issues?|bugs?|flaws?|concerns?|problems?|reports?))\b|\b(?:vulnerabilit(?:y|ies)|security (?:issues?|bugs?|flaws?))\b.{0,100}\b(?:report|submit|disclose|contact|email)\b|\bsubmit a report\b/
const CUSTOMERS_OWN =
  /\b(?:notify you|notify customers|affected customers|patch(?:ed|ing)?|scan(?:s|ning|ned)?|remediat\w+|dependabot)\b/

export function disclosureFindings(
  document: ReadDocument,
  context: DocumentContext,
  all: readonly Statement[],
): Finding[] {
  const file = securityTxt(document, context)
  if (file.length > 0) return file
  const statements = all.filter(({ view }) => ABOUT.test(view))
  const refused = statements.find(({ view }) => NO_BOUNTY.test(view))
  const bounty = statements.find(({ view }) => BOUNTY.test(view) && !NO_BOUNTY.test(view))
  if (bounty && !refused) return [findingOf(bounty, 'bug_bounty', 'affirmed')]
  const page = POLICY.test(matchable(`${document.title} / ${document.blocks[0]?.text ?? ''}`))
  const policy =
    statements.find(({ view }) => POLICY.test(view) && ACTIVE.test(view)) ?? (page ? statements[0] : undefined)
  if (policy) return [findingOf(refused ?? policy, 'vdp', 'affirmed')]
  const contact = statements.find(({ view }) => CONTACT.test(view) && !CUSTOMERS_OWN.test(view))
  return contact ? [findingOf(contact, 'contact_only', 'affirmed')] : []
}

/** RFC 9116 §2.5: Contact must stand there, Expires exactly once. */
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

function findingOf({ block, start, end }: Statement, value: string, state: AssertionState): Finding {
  const text = `Vulnerability disclosure: ${value.replaceAll('_', ' ')}`
  return {
    category: 'vulnerability_disclosure',
    predicate: 'vulnerability_disclosure',
    value,
    state,
    text,
    block,
    start,
    end,
    rule: `disclosure/${value.replaceAll('_', '-')}`,
  }
}
