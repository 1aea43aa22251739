// Chooses the format of an answer by the Accept header (RFC 9110 §12.5.1).
import type { QueryForm } from './parse.ts'

const RESULT_TYPES = [
  'application/sparql-results+json',
  'application/sparql-results+xml',
  'text/csv',
  'text/tab-separated-values',
] as const
const GRAPH_TYPES = ['text/turtle', 'application/n-triples', 'application/ld+json', 'application/rdf+xml'] as const
export type AnswerType = (typeof RESULT_TYPES)[number] | (typeof GRAPH_TYPES)[number]

/** Other media types that clients use for the same formats. */
const ALIASES: Readonly<Record<string, AnswerType>> = {
  'application/json': 'application/sparql-results+json',
  'application/xml': 'application/sparql-results+xml',
  'text/xml': 'application/sparql-results+xml',
}

/** Undefined if nothing fits (status 406). Without a header, the first type for the form. */
export function negotiate(accept: string | undefined, form: QueryForm): AnswerType | undefined {
  const offered: readonly AnswerType[] = form === 'SELECT' || form === 'ASK' ? RESULT_TYPES : GRAPH_TYPES
  if (accept === undefined || accept.trim() === '') return offered[0]
  const exact = offered.find((type) => type === accept)
  if (exact) return exact
  const ranges = readRanges(accept)
  const ranked = offered
    .map((type) => ({ type, range: bestRange(ranges, type) }))
    .filter(({ range }) => range !== undefined && range.quality > 0)
    .sort((a, b) => compare(a.range!, b.range!))
  return ranked[0]?.type
}

interface Range {
  type: string
  quality: number
  /** 2 for an exact type, 1 for `text/*`, 0 for any. */
  precision: number
  position: number
}

const readRanges = (accept: string): Range[] =>
  split(accept, ',').flatMap((item, position) => {
    const [name = '', ...parameters] = split(item, ';')
    const quality = readQuality(parameters)
    const type = name.trim().toLowerCase()
    if (quality === undefined || !/^[^\s/]+\/[^\s/]+$/.test(type)) return []
    const precision = type === '*/*' ? 0 : type.endsWith('/*') ? 1 : 2
    return [{ type: ALIASES[type] ?? type, quality, precision, position }]
  })

/** Quoted parameters, such as the profile of JSON-LD, may contain either separator. */
const split = (text: string, separator: ',' | ';'): string[] =>
  text.match(separator === ',' ? /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g : /(?:[^";]|"(?:[^"\\]|\\.)*"?)+/g) ?? []

function readQuality(parameters: readonly string[]): number | undefined {
  const weight = parameters.find((parameter) => /^\s*q\s*=/i.test(parameter))
  if (weight === undefined) return 1
  const number = weight.slice(weight.indexOf('=') + 1).trim()
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(number) ? Number(number) : undefined
}

/** The most precise range decides, whatever its weight; among duplicates, the better weight. */
function bestRange(ranges: readonly Range[], type: AnswerType): Range | undefined {
  const fitting = ranges.filter((range) => fits(range, type))
  return fitting.sort((a, b) => b.precision - a.precision || compare(a, b))[0]
}

const fits = (range: Range, type: AnswerType): boolean =>
  range.precision === 0 || range.type === type || (range.precision === 1 && type.startsWith(range.type.slice(0, -1)))

/** By weight, then precision, then position. */
const compare = (a: Range, b: Range): number =>
  b.quality - a.quality || b.precision - a.precision || a.position - b.position
