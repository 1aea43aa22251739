// A template with its blanks unfilled says nothing about the vendor that published it.
import { matchable } from './read/characters.ts'
import type { DocumentContext, ReadDocument } from './types.ts'

const BLANKS =
  /\[(?:your |the |insert |legal )?(?:company|customer|vendor|provider|organi[sz]ation|supplier|processor|entity)(?: legal)?(?: name)?\]|\[(?:insert|enter|add|fill in)[^\]]{0,60}\]|\{(?:company|customer|vendor|provider)[^}]{0,30}\}|\{\d{1,3}\} (?:hours|days)|\breplace before publishing\b|<(?:company|customer|vendor) name>/
const CONTRACT = /\bdata (?:processing|protection) (?:agreement|addendum)\b|\bdpa\b/
const ROLES = /\b(?:provider|company|supplier|vendor|processor) (?:will|shall|is|may)\b/g
const MANY = 5

export function isTemplate(document: ReadDocument, { kind }: DocumentContext, own: readonly string[]): boolean {
  const { view } = document
  if (BLANKS.test(view)) return true
  const contract = kind === 'dpa' || CONTRACT.test(matchable(document.title))
  return contract && !own.some((name) => view.includes(name)) && (view.match(ROLES)?.length ?? 0) >= MANY
}
