// Encryption at rest and in transit: yes, partial, optional, no. Only facts count, not duties, plans or advice.
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
  const clauses = reading.clausesOf(block)
  return clauses.flatMap((clause, at) => {
    const wheres = wheresAround(reading, { ...clause, text, view: reading.view }, clauses[at + 1])
    const spoken = { ...clause, text, view: reading.view, wheres }
    const value = saidOf(spoken)
    return value ? wheres.map((where) => ({ value, where, block, ...quoted(clause.sentence) })) : []
  })
}

/** From the clause, a dependent clause ("… is encrypted when it is stored"), or the heading. */
function wheresAround(reading: Reading, clause: Spoken, next: Clause | undefined): Where[] {
  const own = wheresOf(clause)
  const isProtocol = protocolsIn(clause).length > 0
  if (encryptingIn(clause).length === 0 && !isProtocol) return own
  const trailing = next && trails(clause, next) ? wheresIn(has(next, 'at_rest'), has(next, 'in_transit')) : []
  const found = [...new Set([...own, ...trailing])]
  if (found.length > 0) return found
  return isProtocol && isOurChannel(clause) ? ['in_transit'] : underHeading(reading, clause)
}

/** Only a channel has a TLS version. But "Use a client that speaks TLS 1.2" is advice. */
const VERSION = /\btls\s*v?1\.[23]/

function isOurChannel(clause: Spoken): boolean {
  const { hits, sentence, holder, subject } = clause
  if (!VERSION.test(viewOf(clause)) || hits.any(['other', 'customer'], sentence.start, sentence.end)) return false
  if (hits.has('facility', subject.end, clause.end)) return false
  return holder === 'vendor' || (holder === 'nobody' && (subject.end > subject.start || !has(clause, 'verb')))
}

const viewOf = ({ view, start, end }: Spoken): string => view.slice(start, end)

function trails({ sentence, end }: Clause, next: Clause): boolean {
  const { start, holder, modality, negatedAt } = next
  const isNext = next.sentence.start === sentence.start && start === end
  return isNext && modality === 'condition' && holder === 'nobody' && negatedAt < 0 && next.end - start < LONGEST_TRAIL
}

const LONGEST_TRAIL = 70
const LONGEST_HEADING = 60

/** Matches "Data at rest", not "Storage". */
const STATE = /\brest\b|ruhe|au repos|reposo|repouso|riposo|in rust|transit|trânsito|tránsito|保存時|転送時|通信時/

/** "Encryption at rest" as heading of "All customer data is encrypted with AES-256." A heading with both is ambiguous. */
function underHeading(reading: Reading, clause: Spoken): Where[] {
  const { block, language } = clause
  const heading = block.path.at(-1) ?? ''
  if (clause.modality !== 'fact' || clause.negatedAt >= 0 || has(clause, 'limited')) return []
  if (heading === '' || heading.length > LONGEST_HEADING) return []
  const { hits, view } = reading.scanBeside(heading, language)
  if (!hits.any(['encrypt', 'tls']) && !STATE.test(view)) return []
  if (hits.any(['not_encryption', 'customer', 'other', 'plan', 'negation', 'possibility'])) return []
  const wheres = wheresIn(hits.has('at_rest'), hits.has('in_transit'))
  return wheres.length === 1 ? wheres : []
}

const wheresIn = (rest: boolean, transit: boolean): Where[] => [
  ...(rest ? (['at_rest'] as const) : []),
  ...(transit ? (['in_transit'] as const) : []),
]

/** A clause with the text that contains it. */
type Spoken = Clause & { text: string; view: string }
type Placed = Spoken & { wheres: readonly Where[] }

/** Words of encryption, except those about keys, laptops and passwords. */
function encryptingIn(clause: Spoken): readonly Hit[] {
  const { hits, start, end } = clause
  const others = hits.all('not_encryption', start, end)
  const words = hits.all('encrypt', start, end)
  return words.filter((word) => !others.some((one) => one.start <= word.start && one.end >= word.end))
}

const protocolsIn = ({ hits, start, end, text }: Spoken): Hit[] =>
  hits.all('tls', start, end).filter((one) => !text.startsWith('://', one.end))

function wheresOf(clause: Spoken): Where[] {
  const { hits, start, end, sentence } = clause
  const words = encryptingIn(clause)
  const isProtocol = protocolsIn(clause).length > 0
  // "Data that travels over public networks is protected by TLS", "whenever data is in transit, it is encrypted".
  const around = isProtocol || isWhen(clause) ? sentence : clause
  const rest = words.length > 0 && hits.has('at_rest', isWhen(clause) ? sentence.start : start, end)
  const transit = (words.length > 0 || isProtocol) && hits.has('in_transit', around.start, around.end)
  // "TLS" alone in a clause about encryption means encryption in transit.
  return wheresIn(rest, transit || (isProtocol && words.length > 0 && !rest))
}

const WHEN = /^\W*(?:when|whenever|while|wenn|während|sobald|lorsque|quand|cuando|quando|wanneer|terwijl)\s/iu

const isWhen = ({ modality, text, sentence, start }: Spoken): boolean =>
  modality === 'condition' && start > sentence.start && WHEN.test(text.slice(sentence.start, sentence.end))

/** "Encrypt the data": an instruction or a list of duties. */
const ORDER =
  /^\W*(?:encrypt|chiffrer|crypter|chiffrez|cifrar|cifre|encriptar|criptografar|criptografe|crittografare|cifrare|criptare|verschlüsseln|versleutel|versleutelen)\s/iu
const NEAR = 44
const NON = 5

function saidOf(clause: Placed): Value | undefined {
  const { modality, holder, negatedAt, text, view, start, end, wheres } = clause
  if (wheres.length === 0 || isOfOthers(clause)) return undefined
  if (ORDER.test(text.slice(start, end))) return undefined
  if (isNotOptional(clause)) return undefined
  if (modality === 'possibility' || has(clause, 'limited'))
    return negatedAt < 0 && encryptingIn(clause).length > 0 ? 'optional' : undefined
  if (!isFact(clause, view) && modality !== 'definition' && !isWhen(clause)) return undefined
  if (negatedAt < 0) return 'yes'
  return holder !== 'customer' || has(clause, 'data_thing') ? denied(clause) : undefined
}

/** "Encryption is not optional": a statement for other people. */
const isNotOptional = ({ hits, start, end }: Clause): boolean =>
  hits
    .all('limited', start, end)
    .some((one) => hits.all('not_negation', start, end).some((not) => not.start <= one.start && not.end >= one.end))

/** Devices of employees, advice to customers, and actions of suppliers. */
function isOfOthers(clause: Spoken): boolean {
  const { subject, holder, hits } = clause
  const isData = hits.has('data_thing', subject.start, subject.end)
  if (holder === 'employee' || hits.has('employee', clause.start, clause.end)) return true
  if (!isData && isOfThings(clause)) return true
  if (isStrangersDeed(clause)) return true
  return (
    (holder === 'customer' || holder === 'other') &&
    !isData &&
    !hits.any(['at_rest', 'in_transit', 'tls', 'encrypt', 'site'], subject.start, subject.end)
  )
}

/** "Our cloud provider encrypts its backbone": the verb of encryption follows the name of a company. */
function isStrangersDeed({ hits, holder, start, end, subject }: Clause): boolean {
  if (holder !== 'nobody' || subject.end > subject.start) return false
  const word = hits.first('encrypt', start, end)
  const other = word && hits.first('other', start, word.start)
  return other !== undefined && word !== undefined && word.start - other.end <= 1
}

const KEYS = /^(?:encryption )?keys?$|schlüssel$|^cl(?:é|ef)s?$|^(?:clav|llav|chav|chiav)|^sleutels?$|鍵|キー/u

/** Prepositions as in "encrypted with keys". */
const WITH =
  /(?<!\p{L})(?:with|using|by|via|through|mit|mittels|durch|avec|par|con|mediante|com|por|tramite|met|door)(?!\p{L})/u

/** Laptops, passwords, and keys that are themselves encrypted; not "encrypted with keys that we manage". */
function isOfThings(clause: Spoken): boolean {
  const { hits, start, end, view } = clause
  const first = Math.min(...[...encryptingIn(clause), ...protocolsIn(clause)].map((one) => one.start))
  return hits.all('not_encryption', start, end).some((one) => {
    const isMeans =
      clause.modality === 'fact' && KEYS.test(view.slice(one.start, one.end)) && WITH.test(view.slice(first, one.start))
    return one.start < first || !isMeans
  })
}

/** The negation must belong to the verb: "is not encrypted". "Never stored unencrypted" denies nothing. */
function denied(clause: Spoken): 'no' | undefined {
  const { negatedAt, language, hits } = clause
  // "Aucun trafic non chiffré n'est accepté" is a double negation.
  const words = encryptingIn(clause).filter(
    ({ start }) => negatedAt >= start - NON || !/(?:^|\s)non[\s-]$/.test(clause.view.slice(start - NON, start)),
  )
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
