// Encryption at rest and in transit, as clauses say it: yes, partial, optional, no. A fact, and not a duty, a plan or advice.
import type { Finding } from '../claim.ts'
import { type Clause, has } from '../clauses/clause.ts'
import type { Reading } from '../clauses/reading.ts'
import type { Hit } from '../cues/hits.ts'
import type { AssertionState, Block } from '../types.ts'
import { answerTo } from './answers.ts'
import { isFact } from './facts.ts'

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
  return (['at_rest', 'in_transit'] as const).flatMap((where) =>
    decided(
      said.filter((one) => one.where === where),
      where,
    ),
  )
}

function saidIn(reading: Reading, block: Block): Said[] {
  const scanned = block.kind === 'heading' || block.kind === 'badge' ? undefined : reading.scan(block)
  if (!scanned?.hits.any(['encrypt', 'tls', 'yes', 'no'], block.start, block.end)) return []
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
    const spoken = { ...clause, text, view: reading.view }
    const value = saidOf(spoken)
    return value ? wheresOf(spoken).map((where) => ({ value, where, block, ...quoted(clause.sentence) })) : []
  })
}

const wheresIn = (rest: boolean, transit: boolean): Where[] => [
  ...(rest ? (['at_rest'] as const) : []),
  ...(transit ? (['in_transit'] as const) : []),
]

/** A clause with the text that it stands in. */
type Spoken = Clause & { text: string; view: string }

/** The words of encryption, but for keys, laptops and passwords. */
function encryptingIn(clause: Spoken): readonly Hit[] {
  const { hits, start, end } = clause
  const others = hits.all('not_encryption', start, end)
  const words = hits.all('encrypt', start, end)
  return words.filter((word) => !others.some((one) => one.start <= word.start && one.end >= word.end))
}

function wheresOf(clause: Spoken): Where[] {
  const { hits, start, end, sentence } = clause
  const words = encryptingIn(clause)
  const isProtocol = hits.all('tls', start, end).some((one) => !clause.text.startsWith('://', one.end))
  // "Data that travels over public networks is protected by TLS", "whenever data is in transit, it is encrypted".
  const around = isProtocol || isWhen(clause) ? sentence : clause
  const rest = words.length > 0 && hits.has('at_rest', isWhen(clause) ? sentence.start : start, end)
  const transit = (words.length > 0 || isProtocol) && hits.has('in_transit', around.start, around.end)
  // "TLS" alone in a clause about encryption speaks of the way.
  return wheresIn(rest, transit || (isProtocol && words.length > 0 && !rest))
}

const WHEN = /^\W*(?:when|whenever|while|wenn|während|sobald|lorsque|quand|cuando|quando|wanneer|terwijl)\s/iu

const isWhen = ({ modality, text, sentence, start }: Spoken): boolean =>
  modality === 'condition' && start > sentence.start && WHEN.test(text.slice(sentence.start, sentence.end))

/** "Encrypt the data": an order or a list of duties. */
const ORDER =
  /^\W*(?:encrypt|chiffrer|crypter|chiffrez|cifrar|cifre|encriptar|criptografar|criptografe|crittografare|cifrare|criptare|verschlüsseln|versleutel|versleutelen)\s/iu
const NEAR = 44

function saidOf(clause: Spoken): Value | undefined {
  const { modality, holder, negatedAt, text, view, start, end } = clause
  if (wheresOf(clause).length === 0 || isOfOthers(clause)) return undefined
  if (ORDER.test(text.slice(start, end))) return undefined
  if (isNotOptional(clause)) return undefined
  if (modality === 'possibility' || has(clause, 'limited'))
    return negatedAt < 0 && encryptingIn(clause).length > 0 ? 'optional' : undefined
  if (!isFact(clause, view) && modality !== 'definition' && !isWhen(clause)) return undefined
  if (negatedAt < 0) return 'yes'
  return holder !== 'customer' || has(clause, 'data_thing') ? denied(clause) : undefined
}

/** "Encryption is not optional" for somebody. */
const isNotOptional = ({ hits, start, end }: Clause): boolean =>
  hits
    .all('limited', start, end)
    .some((one) => hits.all('not_negation', start, end).some((not) => not.start <= one.start && not.end >= one.end))

/** Things of employees, advice to customers, what suppliers do. */
function isOfOthers(clause: Spoken): boolean {
  const { subject, holder, hits } = clause
  const isData = hits.has('data_thing', subject.start, subject.end)
  if (holder === 'employee' || hits.has('employee', clause.start, clause.end)) return true
  if (has(clause, 'not_encryption') && !isData) return true
  return (
    (holder === 'customer' || holder === 'other') &&
    !isData &&
    !hits.any(['at_rest', 'in_transit', 'tls', 'encrypt', 'site'], subject.start, subject.end)
  )
}

/** The denial stands with its verb: "is not encrypted". "Never stored unencrypted" says nothing. */
function denied(clause: Spoken): 'no' | undefined {
  const { negatedAt, language, hits } = clause
  const words = encryptingIn(clause)
  const isBound = words.some((word) => {
    if (language === 'ja') return negatedAt >= word.end && negatedAt - word.end < NEAR / 2
    const from = Math.min(negatedAt, word.start)
    const to = Math.max(negatedAt, word.end)
    return (
      to - from < NEAR && !/^un/.test(word.value) && !hits.any(['stored', 'delete'], from, to - (word.end - word.start))
    )
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
