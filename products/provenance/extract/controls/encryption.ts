// Encryption at rest and in transit, as clauses say it: yes, partial, optional, no. A fact, and not a duty, a plan or advice.
import type { Finding } from '../claim.ts'
import { type Clause, has } from '../clauses/clause.ts'
import type { Reading } from '../clauses/reading.ts'
import type { Hit } from '../cues/hits.ts'
import type { AssertionState, Block } from '../types.ts'
import { answerTo } from './answers.ts'

type Value = 'yes' | 'no' | 'optional'
type Where = 'at_rest' | 'in_transit'

interface Said {
  value: Value
  where: Where
  block: Block
  start: number
  end: number
  quote: string
}

const LABELS: Readonly<Record<Where, string>> = { at_rest: 'Encryption at rest', in_transit: 'Encryption in transit' }

export function encryptionFindings(reading: Reading): Finding[] {
  const said = reading.blocks.flatMap((block) => saidIn(reading, block))
  return (['at_rest', 'in_transit'] as const).flatMap((where) => decided(said.filter((one) => one.where === where), where))
}

function saidIn(reading: Reading, block: Block): Said[] {
  const scanned = block.kind === 'heading' || block.kind === 'badge' ? undefined : reading.scan(block)
  if (!scanned || !scanned.hits.any(['encrypt', 'tls', 'yes', 'no'], block.start, block.end)) return []
  const { text } = reading
  const quoted = ({ start, end }: { start: number; end: number }): { start: number; end: number; quote: string } => ({
    ...{ start, end },
    quote: text.slice(start, end),
  })
  const answer = answerTo(reading, block)
  if (answer) {
    const { hits } = answer.question
    const asked = hits.has('encrypt') || hits.has('tls') ? wheresIn(hits.has('at_rest'), hits.has('in_transit')) : []
    return asked.map((where) => ({ value: answer.value, where, block, ...quoted(answer) }))
  }
  return reading.clausesOf(block).flatMap((clause) => {
    const value = valueOf(clause, ORDER.test(text.slice(clause.start, clause.end)))
    return value ? wheresOf(clause).map((where) => ({ value, where, block, ...quoted(clause.sentence) })) : []
  })
}

const wheresIn = (rest: boolean, transit: boolean): Where[] => [
  ...(rest ? (['at_rest'] as const) : []),
  ...(transit ? (['in_transit'] as const) : []),
]

/** The words of encryption, but for keys, laptops and passwords. */
function encryptingIn(clause: Clause): readonly Hit[] {
  const { hits, start, end } = clause
  const others = hits.all('not_encryption', start, end)
  const words = hits.all('encrypt', start, end)
  return words.filter((word) => !others.some((one) => one.start <= word.start && one.end >= word.end))
}

function wheresOf(clause: Clause): Where[] {
  const { hits, start, end } = clause
  const words = encryptingIn(clause)
  const isProtocol = hits.has('tls', start, end)
  const rest = words.length > 0 && hits.has('at_rest', start, end)
  const transit = (words.length > 0 || isProtocol) && hits.has('in_transit', start, end)
  // "TLS" alone in a clause about encryption speaks of the way.
  return wheresIn(rest, transit || (isProtocol && words.length > 0 && !rest))
}

/** "Encrypt the data": an order or a list of duties. */
const ORDER =
  /^\W*(?:encrypt|chiffrer|crypter|chiffrez|cifrar|cifre|encriptar|criptografar|criptografe|crittografare|cifrare|criptare|verschlüsseln|versleutel|versleutelen)\s/iu
const NEAR = 44

function valueOf(clause: Clause, isOrder: boolean): Value | undefined {
  const { modality, holder, negatedAt } = clause
  if (wheresOf(clause).length === 0 || isOfOthers(clause)) return undefined
  if (isOrder) return undefined
  if (modality === 'possibility' || has(clause, 'limited')) return isOptional(clause) ? 'optional' : undefined
  if (modality !== 'fact' && modality !== 'definition') return undefined
  if (negatedAt < 0) return 'yes'
  return holder !== 'customer' || has(clause, 'data_thing') ? denied(clause) : undefined
}

/** Things of employees, advice to customers, what suppliers do. */
function isOfOthers(clause: Clause): boolean {
  const { subject, holder, hits } = clause
  const isData = hits.has('data_thing', subject.start, subject.end)
  if (holder === 'employee' || hits.has('employee', clause.start, clause.end)) return true
  if (has(clause, 'not_encryption') && !isData) return true
  return (holder === 'customer' || holder === 'other') && !isData && !hits.any(['at_rest', 'in_transit', 'tls', 'encrypt', 'site'], subject.start, subject.end)
}

const isOptional = (clause: Clause): boolean => has(clause, 'encrypt')

/** The denial stands with its verb: "is not encrypted". "Never stored unencrypted" says nothing. */
function denied(clause: Clause): 'no' | undefined {
  const { negatedAt, language, hits } = clause
  const words = encryptingIn(clause)
  const isBound = words.some((word) => {
    if (language === 'ja') return negatedAt >= word.end && negatedAt - word.end < NEAR / 2
    const from = Math.min(negatedAt, word.start)
    const to = Math.max(negatedAt, word.end)
    return to - from < NEAR && !/^un/.test(word.value) && !hits.any(['stored', 'delete'], from, to - (word.end - word.start))
  })
  return isBound ? 'no' : undefined
}

function decided(said: readonly Said[], where: Where): Finding[] {
  const first = said.find(({ value }) => value === 'yes') ?? said[0]
  if (!first) return []
  const denial = said.find(({ value }) => value === 'no')
  const value = denial && first.value === 'yes' ? 'partial' : first.value
  const { block, start, end, quote } = value === 'partial' && denial ? denial : first
  const state: AssertionState = value === 'yes' ? 'affirmed' : value === 'no' ? 'negated' : 'conditional'
  const algorithm = /\b(aes[\s-]?\d{3}|tls\s*v?1\.[0-3]\+?)/i.exec(quote)?.[1]?.toLowerCase()
  return [
    {
      category: 'encryption',
      predicate: `encryption_${where}`,
      value,
      state,
      text: `${LABELS[where]}: ${value}`,
      block,
      start,
      end,
      rule: `encryption/${value}`,
      ...(algorithm && { details: { algorithm } }),
    },
  ]
}
