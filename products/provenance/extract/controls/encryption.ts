// Encryption at rest and in transit: yes, partial, optional, no.
import type { Finding } from '../claim.ts'
import type { AssertionState } from '../types.ts'
import type { Statement } from './statements.ts'

const ABOUT = /encrypt|\btls\b|\bssl\b|\bhttps\b|\baes\b|transport layer/
const REST =
  /\bencrypt\w*\b.{0,140}\bat[\s-]rest\b|\bat[\s-]rest\b.{0,90}\b(?:encrypt|aes)|\b(?:stored|all) (?:[\w-]+ )?data\b.{0,60}\b(?:aes|encrypted (?:on|using|with|when stored))|\bencrypt\w*\b.{0,40}\bon disk\b|\bdisk encryption\b|\bencrypted (?:storage|backups|databases?|volumes?)\b/
const TRANSIT =
  /\bencrypt\w*\b.{0,140}\bin[\s-](?:transit|motion|flight)\b|\bin[\s-](?:transit|motion|flight)\b.{0,90}\b(?:encrypt|tls|ssl|https)|\b(?:tls|https|ssl|transport layer security)\b.{0,80}\b(?:traffic|connections?|communications?|transmi\w+|protects?|requests|all data|data sent)\b|\b(?:traffic|connections?|communications?|transmi\w+|sent|secured|served)\b.{0,80}\b(?:tls|https|ssl|transport layer security)\b/
const NOT_OURS =
  /\b(?:laptops?|workstations?|employee devices?|endpoints?|mobile devices?)\b|\btls certificates?\b(?![^.]*\bencrypt)|\bfield-level\b|\bend-to-end encrypted messages\b|\bcustom domain\b/
const NOT =
  /\b(?:not|never|isn't|aren't|doesn't|don't|without|unencrypted)\b.{0,30}\b(?:encrypt\w*|at rest|tls)\b|\bunencrypted\b/
const OPTIONAL =
  /\b(?:optional(?:ly)?|can be (?:enabled|configured|encrypted)|if enabled|opt-in|customers? can (?:enable|choose)|you can (?:enable|configure|choose|use|bring))\b/
const DUTY = /\b(?:you|customers?|users?) (?:must|should|need to|are responsible)\b|\b(?:must|should) (?:be|use)\b/

export function encryptionFindings(all: readonly Statement[]): Finding[] {
  const statements = all.filter(({ view }) => ABOUT.test(view) && !NOT_OURS.test(view) && !DUTY.test(view))
  return [
    ...decided(
      statements.filter(({ view }) => REST.test(view)),
      'encryption_at_rest',
      'Encryption at rest',
    ),
    ...decided(
      statements.filter(({ view }) => TRANSIT.test(view)),
      'encryption_in_transit',
      'Encryption in transit',
    ),
  ]
}

function decided(statements: readonly Statement[], predicate: string, label: string): Finding[] {
  const valued = statements.map((statement) => ({ statement, value: answerOf(statement.view) }))
  const first = valued.find(({ value }) => value === 'yes') ?? valued[0]
  if (!first) return []
  const denial = valued.find(({ value }) => value === 'no')
  const value = denial && first.value === 'yes' ? 'partial' : first.value
  const { statement } = value === 'partial' && denial ? denial : first
  const state: AssertionState = value === 'yes' ? 'affirmed' : value === 'no' ? 'negated' : 'conditional'
  const algorithm = /\b(aes[\s-]?\d{3}|tls\s*v?1\.[0-3]\+?)/.exec(statement.view)?.[1]
  return [
    {
      category: 'encryption',
      predicate,
      value,
      state,
      text: `${label}: ${value}`,
      block: statement.block,
      start: statement.start,
      end: statement.end,
      rule: `encryption/${value}`,
      ...(algorithm && { details: { algorithm } }),
    },
  ]
}

function answerOf(view: string): 'yes' | 'no' | 'optional' {
  if (NOT.test(view)) return 'no'
  return OPTIONAL.test(view) ? 'optional' : 'yes'
}
