// The topics that a model may propose: only names and numbers, which can be verified in the quote. A yes or no cannot
// be verified, and a no would be an accusation.
import { placesIn } from '../extract/language/places.ts'
import { matchable } from '../extract/read/characters.ts'
import { mentionsOf } from '../extract/standards/mentions.ts'
import { LABELS, type TermName } from '../extract/terms/term.ts'
import { CATEGORY } from '../vendors/derive/vocabulary.ts'

/** The value in the form that the rules use. */
interface Named {
  value: string
  label: string
  details: Record<string, unknown>
}
export interface Topic {
  category: string
  predicate: string
  /** Title for readers, shown before the value. */
  title: string
  /** Description of the topic and its value, for the model. */
  asks: string
  /** The value as found in the quote; undefined if it is not there. */
  inQuote(value: string, quote: string): Named | undefined
  /** The claim as a sentence, for the model. */
  says(vendor: string, label: string): string
}

const HOURS = '(?:hours?|hrs?|stunden?|heures?|horas?|ore|uren|uur|時間)'
const DAYS = '(?:(?:calendar|business|working) )?(?:days?|tage?n?|jours?|d[ií]as?|giorni|dagen|日)'

const term = (predicate: TermName, asks: string, unit: string, says: Topic['says']): Topic => ({
  category: CATEGORY.dpa,
  predicate,
  title: LABELS[predicate],
  asks,
  inQuote: (value, quote) => (hasAmount(value, quote, unit) ? { value, label: value, details: {} } : undefined),
  says,
})

export const TOPICS = {
  certification: {
    category: CATEGORY.certification,
    predicate: 'certification',
    title: 'Certificate or report',
    asks: 'a certificate or audit report that the vendor itself holds now; the value is its name',
    inQuote: certificateIn,
    says: (vendor, label) => `${vendor} itself holds ${label} now.`,
  },
  subprocessor: {
    category: CATEGORY.subprocessor,
    predicate: 'uses_subprocessor',
    title: 'Subprocessor',
    asks: 'a company that processes personal data for the vendor; the value is the name of the company',
    inQuote: (value, quote) =>
      hasName(value, quote)
        ? { value: value.trim(), label: value.trim(), details: { group: 'third_party' } }
        : undefined,
    says: (vendor, label) => `${vendor} uses ${label} as a subprocessor of personal data.`,
  },
  data_residency: {
    category: CATEGORY.residency,
    predicate: 'hosts_data_in',
    title: 'Data is stored in',
    asks: 'a country or region in which the vendor stores customer data; the value is its name',
    inQuote: placeIn,
    says: (vendor, label) => `${vendor} stores customer data in ${label}.`,
  },
  breach_notice_hours: term(
    'breach_notice_hours',
    'hours within which the vendor notifies its customers of a breach of their data; the value is the number',
    HOURS,
    (vendor, label) => `${vendor} notifies its customers of a breach of their data within ${label} hours.`,
  ),
  deletion_days: term(
    'deletion_days',
    'days within which the vendor deletes customer data after the end of the contract; the value is the number',
    DAYS,
    (vendor, label) => `${vendor} deletes customer data within ${label} days after the end of the contract.`,
  ),
  subprocessor_notice_days: term(
    'subprocessor_notice_days',
    'days of notice before the vendor uses a new subprocessor; the value is the number',
    DAYS,
    (vendor, label) => `${vendor} announces a new subprocessor ${label} days in advance.`,
  ),
} satisfies Record<string, Topic>

/** Standards that can be certified. Laws and frameworks cannot. */
const HELD_KINDS: ReadonlySet<string> = new Set(['certificate', 'assessed_law'])

function certificateIn(value: string, quote: string): Named | undefined {
  const [asked, ...more] = mentionsOf(matchable(value))
  const mention = mentionsOf(matchable(quote)).find(({ id }) => id === asked?.id)
  if (!mention || more.length > 0 || !HELD_KINDS.has(mention.kind)) return undefined
  const { id, family, kind, label } = mention
  return { value: id, label, details: { standard: id, family, kind } }
}

function placeIn(value: string, quote: string): Named | undefined {
  const [place, ...more] = placesIn(value)
  if (!place || more.length > 0 || place === 'Worldwide' || !placesIn(quote).includes(place)) return undefined
  return { value: place, label: place, details: { location: place } }
}

/** Excludes sentences and text with markup. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'’()+/-]{1,80}$/u

function hasName(value: string, quote: string): boolean {
  const name = value.trim()
  if (!NAME.test(name) || name.split(/\s+/).length > 8) return false
  return hasWord(matchable(name), matchable(quote))
}

const hasWord = (word: string, view: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`, 'u').test(view)

const hasAmount = (value: string, quote: string, unit: string): boolean =>
  /^[1-9]\d{0,3}$/.test(value) &&
  new RegExp(String.raw`(?<![\p{N}.,])${value}(?:\s*\)|[\s-]){0,2}\s*${unit}(?![\p{Script=Latin}])`, 'u').test(
    matchable(quote),
  )
