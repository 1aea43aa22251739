// Decides which literals Oxigraph is certain to print as they were written.
import { XSD } from '../../terms/term.ts'

export const TYPED = `"^^<${XSD}`

/**
 * Types that Oxigraph stores by value, including those derived from xsd:integer. It stores other literals as written.
 */
const BY_VALUE =
  /^(?:boolean|float|double|decimal|integer|(?:unsigned)?(?:Byte|Short|Int|Long)|non(?:Posi|Nega)tiveInteger|(?:posi|nega)tiveInteger|date(?:Time(?:Stamp)?)?|time|g(?:YearMonth|Year|MonthDay|Day|Month)|(?:dayTime|yearMonth)?duration)$/i

// Common spellings that come back unchanged. For others of these types Oxigraph is asked, which is exact but slow.
const KEPT: Readonly<Record<string, RegExp>> = {
  integer: /^(?:0|-?[1-9]\d{0,17})$/,
  boolean: /^(?:true|false)$/,
  decimal: /^-?(?:[1-9]\d{0,14}|0(?=\.))(?:\.\d{0,14}[1-9])?$/,
  date: /^[1-9]\d{3}-\d\d-\d\dZ?$/,
  dateTime: /^[1-9]\d{3}-\d\d-\d\dT(?!24)\d\d:\d\d:\d\d(?:\.\d{0,8}[1-9])?Z?$/,
}

export function mayBePrintedOtherwise(literal: string): boolean {
  const at = literal.lastIndexOf(TYPED)
  // An escape stands for a character that no valid value contains.
  if (at < 0 || literal.includes('\\')) return false
  const type = literal.slice(at + TYPED.length, -1)
  return BY_VALUE.test(type) && !KEPT[type]?.test(literal.slice(1, at))
}

/** Whether Oxigraph could print different spellings of this type alike. */
export const isKeptByValue = (datatype: string): boolean =>
  datatype.startsWith(XSD) && BY_VALUE.test(datatype.slice(XSD.length))
