// Article 50 of the AI Act as a page describes it: what triggers a duty, and what shows that it is met. Duties of the
// customer prove nothing about the vendor, and only the vendor's own statement counts as a denial.
import type { Finding } from '../claim.ts'
import { type Clause, isNegated } from '../clauses/clause.ts'
import type { Reading } from '../clauses/reading.ts'
import type { Hit } from '../cues/hits.ts'
import type { Cue } from '../cues/names.ts'
import { Around } from '../terms/around.ts'
import type { AssertionState, Block } from '../types.ts'

type Shown = 'stated' | 'denied' | undefined

interface Sign {
  predicate: string
  text: string
  reads: (around: Around) => Shown
  state?: AssertionState
}

const stated = (is: boolean): Shown => (is ? 'stated' : undefined)

const SIGNS: readonly Sign[] = [
  {
    predicate: 'ai_interacts_with_people',
    text: 'An AI system interacts with people',
    reads: (around) => stated(deals(around) && !isNegated(around.clause)),
  },
  {
    predicate: 'ai_generates_content',
    text: 'An AI system generates content',
    reads: (around) => stated(generates(around, 'content') && speaksOfAi(around)),
  },
  {
    predicate: 'ai_interaction_disclosure',
    text: 'People are informed that they interact with an AI system',
    reads: (around) => shown(around, 'dealing', around.inSentence('told')),
  },
  {
    predicate: 'ai_output_marking',
    text: 'AI output is marked in a machine-readable way',
    reads: (around) => shown(around, 'marking', true),
  },
  {
    predicate: 'ai_emotion_notice',
    text: 'Emotion recognition and biometric categorization are disclosed or not used',
    reads: (around) =>
      stated(isByVendor(around) && around.has('emotion') && (isNegated(around.clause) || around.has('told'))),
  },
  {
    predicate: 'ai_emotion_or_biometric',
    text: 'Emotion recognition or biometric categorization is used',
    reads: (around) => stated(isByVendor(around) && around.has('emotion') && !isNegated(around.clause)),
  },
  {
    predicate: 'ai_deep_fake_disclosure',
    text: 'Deep fakes are disclosed',
    reads: (around) => (around.has('told') ? shown(around, 'deep_fake', true) : undefined),
  },
  {
    predicate: 'ai_deep_fake_or_public_text',
    text: 'Deep fakes can be generated',
    reads: (around) => stated(isByVendor(around) && generates(around, 'deep_fake')),
  },
  {
    predicate: 'ai_disclosure_accessible',
    text: 'Information about AI is clear and available at the first exposure',
    reads: (around) => {
      const { clause } = around
      const contact = clause.hits.first('first_contact', clause.start, clause.end)
      const isThere = contact !== undefined && around.inSentence('told') && speaksOfAi(around)
      return stated(isThere && isByVendor(around) && !around.isDenied(contact.start))
    },
  },
  {
    predicate: 'ai_act_intent',
    text: 'The vendor is preparing for the AI Act',
    reads: (around) => stated(around.has('ai_act') && around.has('prepare') && around.actor === 'vendor'),
    state: 'in_progress',
  },
]

/** Moods in which a clause states nothing that the vendor itself does. */
const MUTE: ReadonlySet<string> = new Set(['question', 'definition', 'advice', 'plan'])

export function articleFindings(reading: Reading): Finding[] {
  const found = new Map<string, Finding>()
  for (const [at, block] of reading.blocks.entries()) {
    if (block.kind === 'heading' || block.footer || !isWorthReading(reading, block)) continue
    const page = { isAgreement: false, isServiceLevel: false, before: reading.blocks[at - 1], next: undefined }
    for (const clause of reading.clausesOf(block)) {
      const around = new Around(clause, reading, page)
      for (const sign of SIGNS) {
        const is = MUTE.has(clause.modality) && sign.state !== 'in_progress' ? undefined : sign.reads(around)
        // A statement anywhere on the page outweighs a denial in another sentence.
        if (is && (is === 'stated' || !found.has(sign.predicate)) && found.get(sign.predicate)?.value !== 'stated')
          found.set(sign.predicate, findingOf(clause, sign, is === 'denied'))
      }
    }
  }
  return [...found.values()]
}

const WORTH: readonly Cue[] = ['ai', 'assistant', 'dealing', 'marking', 'emotion', 'deep_fake', 'ai_act']
const isWorthReading = (reading: Reading, block: Block): boolean => reading.scan(block)?.hits.any(WORTH) === true

/** Stated by the vendor, or denied by it in the same clause before the matched words. */
function shown(around: Around, cue: Cue, isTold: boolean): Shown {
  const { clause } = around
  const hit = clause.hits.first(cue, clause.start, clause.end)
  if (!hit || !isByVendor(around)) return undefined
  if (!around.isDenied(hit.start)) return stated(isTold)
  return around.actor === 'vendor' && clause.modality === 'fact' ? 'denied' : undefined
}

/** False for "You must tell your users …" and for lists of what customers must disclose. */
function isByVendor(around: Around): boolean {
  const { clause, reading } = around
  const { block, sentence } = clause
  if (around.actor === 'other' || around.actor === 'customer') return false
  const sameSentence = reading.clausesOf(block).filter((one) => one.sentence.start === sentence.start)
  if (sameSentence.some(isCustomersDuty) || around.inSentence('recommend')) return false
  const isImperative =
    clause.holder === 'nobody' && around.has('their_users') && sameSentence[0]?.subject.end === sentence.start
  return !isImperative && !around.leadClauses().some(isCustomersDuty)
}

const DUTY: ReadonlySet<string> = new Set(['duty', 'possibility', 'advice'])
const isCustomersDuty = ({ holder, modality }: Clause): boolean => holder === 'customer' && DUTY.has(modality)

/** "Ask the assistant" counts if the text mentions AI nearby. */
function deals(around: Around): boolean {
  if (names(around, 'assistant') || around.has('dealing')) return true
  return around.has('helper') && (around.far('ai') ?? 4) < 4
}

const FAR = 70

function generates(around: Around, what: Cue): boolean {
  const { hits, start, end } = around.clause
  if (isNegated(around.clause)) return false
  return hits.all('generate', start, end).some((hit) => around.near(what, { start: hit.start, end: hit.end }, FAR))
}

const names = (around: Around, cue: Cue): boolean => hitsBesideName(around, cue, around.clause).length > 0
const speaksOfAi = (around: Around): boolean => hitsBesideName(around, 'ai', around.clause.sentence).length > 0

/** Hits outside the vendor's own name: "Acme AI" in the name does not mention AI. */
function hitsBesideName({ clause, reading }: Around, cue: Cue, { start, end }: { start: number; end: number }): Hit[] {
  const isName = (hit: Hit): boolean =>
    reading.own.some((name) => {
      const at = name.indexOf(reading.view.slice(hit.start, hit.end))
      return at >= 0 && name.length > hit.end - hit.start && reading.view.startsWith(name, hit.start - at)
    })
  return clause.hits.all(cue, start, end).filter((hit) => !isName(hit))
}

function findingOf({ block, sentence }: Clause, sign: Sign, denied: boolean): Finding {
  return {
    category: 'ai_act',
    predicate: sign.predicate,
    value: denied ? 'no' : 'stated',
    state: denied ? 'negated' : (sign.state ?? 'affirmed'),
    text: denied ? `Denied: ${sign.text}` : sign.text,
    ...{ block, start: sentence.start, end: sentence.end, rule: `ai/${sign.predicate.replaceAll('_', '-')}` },
  }
}
