// Unfilled blanks. An agreement that leaves its own party blank is a template and says nothing about the vendor that
// published it; in other documents only the sentence with the blank is ignored.
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
/** Instructions to the author: the paragraph is a sample. */
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

/** Whether the agreement's text names the vendor; headings, footers and copyright lines do not count. */
const isNamed = ({ blocks, view }: ReadDocument, own: readonly string[]): boolean =>
  blocks
    .filter(({ kind, footer, text }) => kind !== 'heading' && !footer && !text.includes('©'))
    .some(({ start, end }) => own.some((name) => view.slice(start, end).includes(name)))

/** The ranges of blanks: text around a blank is not a statement yet. */
export function blanksIn({ view, blocks }: ReadDocument): Range[] {
  const blanks = [...view.matchAll(BLANK)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }))
  if (!SAMPLE.test(view)) return blanks
  return [...blanks, ...blocks.filter(({ start, end }) => SAMPLE.test(view.slice(start, end)))]
}

export const isBlank = (blanks: readonly Range[], { start, end }: Range): boolean =>
  blanks.some((blank) => blank.start < end && start < blank.end)
