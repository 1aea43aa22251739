// Blanks that nobody filled in. An agreement that leaves its own party blank is a template and says nothing about the vendor
// that published it; anywhere else only the sentence with the blank says nothing.
import type { Range } from './clauses/sentences.ts'
import { matchable } from './read/characters.ts'
import type { DocumentContext, ReadDocument } from './types.ts'

const NAME = `(?:your |the |insert |legal )?(?:company|vendor|provider|organi[sz]ation|supplier|processor|entity)(?: legal)?(?: name)?`
const PARTY = new RegExp(String.raw`\[${NAME}\]|\{(?:company|vendor|provider)[^}]{0,30}\}|<(?:company|vendor) name>`)
const UNFINISHED = /\breplace before publishing\b/
const BLANK = new RegExp(
  String.raw`${PARTY.source}|\[(?:your |the |insert )?customer(?: legal)?(?: name)?\]|\{customer[^}]{0,30}\}|<customer name>|\{\d{1,3}\} (?:hours|days)|\[(?:●|•|x{1,3}|…|\.{3}|_+)\]|_{4,}`,
  'g',
)
/** What is to be written there: the paragraph is a sample. */
const SAMPLE = /\[(?:insert|enter|add|fill in|einfügen|à compléter|insertar|inserir|inserire|invullen)[^\]]{0,60}\]/
const CONTRACT = /\bdata (?:processing|protection) (?:agreement|addendum)\b|\bdpa\b/
const ROLES = /\b(?:provider|company|supplier|vendor|processor) (?:will|shall|is|may)\b/g
const MANY = 5

export function isTemplate(document: ReadDocument, { kind }: DocumentContext, own: readonly string[]): boolean {
  const { view } = document
  const isContract = kind === 'dpa' || CONTRACT.test(matchable(document.title))
  if (!isContract) return false
  if (UNFINISHED.test(view)) return true
  return !isNamed(document, own) && (PARTY.test(view) || (view.match(ROLES)?.length ?? 0) >= MANY)
}

/** In a sentence of the agreement, and not at the foot or the head of the page. */
const isNamed = ({ blocks, view }: ReadDocument, own: readonly string[]): boolean =>
  blocks
    .filter(({ kind, footer, text }) => kind !== 'heading' && !footer && !text.includes('©'))
    .some(({ start, end }) => own.some((name) => view.slice(start, end).includes(name)))

/** Where blanks are: what is said around one is not yet said. */
export function blanksIn({ view, blocks }: ReadDocument): Range[] {
  const blanks = [...view.matchAll(BLANK)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }))
  if (!SAMPLE.test(view)) return blanks
  return [...blanks, ...blocks.filter(({ start, end }) => SAMPLE.test(view.slice(start, end)))]
}

export const isBlank = (blanks: readonly Range[], { start, end }: Range): boolean =>
  blanks.some((blank) => blank.start < end && start < blank.end)
