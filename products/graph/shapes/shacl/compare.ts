// The order of literals, as defined by the SPARQL operator <. Values of different kinds cannot be compared.
import { ownValue } from '@veritrace/platform/names'
import { fitsDatatype } from '../../terms/lexical.ts'
import { XSD } from '../../terms/term.ts'
import { isLiteral, type Key, readLiteral } from './terms.ts'

/** Negative, zero or positive; undefined if the two cannot be compared. */
export function compare(one: Key, other: Key): number | undefined {
  const [a, b] = [measure(one), measure(other)]
  if (!a || !b || a.kind !== b.kind) return undefined
  if (a.kind === 'number' && b.kind === 'number') return compareNumbers(a.text, b.text)
  if (a.kind === 'text' && b.kind === 'text') return compareTexts(a.text, b.text)
  if (a.kind === 'value' && b.kind === 'value') return a.order === b.order ? a.value - b.value : undefined
  return undefined
}

type Measure =
  | { kind: 'number' | 'text'; text: string }
  /** Only values with the same `order` can be compared. */
  | { kind: 'value'; order: string; value: number }

function measure(key: Key): Measure | undefined {
  if (!isLiteral(key)) return undefined
  const { value, datatype, language } = readLiteral(key)
  if (language !== undefined || !datatype.startsWith(XSD) || !fitsDatatype(value, datatype)) return undefined
  const type = datatype.slice(XSD.length)
  if (type === 'string') return { kind: 'text', text: value }
  if (NUMBERS.test(type)) return { kind: 'number', text: value }
  if (type === 'boolean') return { kind: 'value', order: type, value: value === 'true' || value === '1' ? 1 : 0 }
  if (type === 'dayTimeDuration' || type === 'yearMonthDuration') return durationOf(type, value)
  return momentOf(type === 'dateTimeStamp' ? 'dateTime' : type, value)
}

const NUMBERS =
  /^(?:integer|decimal|float|double|long|int|short|byte|(?:non)?(?:[Pp]ositive|[Nn]egative)Integer|unsigned(?:Long|Int|Short|Byte))$/

/** Decimals are compared exactly, others as floating-point numbers. */
function compareNumbers(one: string, other: string): number | undefined {
  const [a, b] = [readDecimal(one), readDecimal(other)]
  if (a && b) {
    const scale = Math.max(a.scale, b.scale)
    const [left, right] = [a.digits * 10n ** BigInt(scale - a.scale), b.digits * 10n ** BigInt(scale - b.scale)]
    return left < right ? -1 : left > right ? 1 : 0
  }
  const [left, right] = [floating(one), floating(other)]
  return Number.isNaN(left) || Number.isNaN(right) ? undefined : left < right ? -1 : left > right ? 1 : 0
}

/** Longer numbers would only waste time. */
const MOST_DIGITS = 1_000

function readDecimal(text: string): { digits: bigint; scale: number } | undefined {
  const found = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text)
  if (!found || text.length > MOST_DIGITS) return undefined
  const [, sign, whole = '', part = ''] = found
  const digits = BigInt(whole + part || '0')
  return { digits: sign === '-' ? -digits : digits, scale: part.length }
}

const floating = (text: string): number => Number(text.replace('INF', 'Infinity'))

/** Compares by code point. JavaScript compares by UTF-16 unit, which differs for characters beyond 65,535. */
function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at++) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)]
    if (a === b) continue
    const [high, low] = [a >= 0xd800 && a <= 0xdfff, b >= 0xd800 && b <= 0xdfff]
    return high === low ? a - b : high ? 1 : -1
  }
  return one.length - other.length
}

const ZONE = /(?:Z|([+-])(\d\d):(\d\d))$/

/** A moment without a time zone can only be compared with one that has none either. */
function momentOf(type: string, text: string): Measure | undefined {
  const shape = ownValue(SHAPES, type)
  const found = shape?.exec(text.replace(ZONE, ''))?.groups
  if (!found) return undefined
  const zone = ZONE.exec(text)
  const minutes = zone ? (zone[1] === '-' ? -1 : 1) * (Number(zone[2] ?? 0) * 60 + Number(zone[3] ?? 0)) : 0
  const of = (name: string, standard: number) => Number(found[name] ?? standard)
  const day = new Date(0)
  day.setUTCFullYear(of('year', 1972), of('month', 1) - 1, of('day', 1))
  const seconds = of('hour', 0) * 3_600 + of('minute', 0) * 60 + of('second', 0) - minutes * 60
  return { kind: 'value', order: `${type}${zone ? ' with a zone' : ''}`, value: day.getTime() / 1000 + seconds }
}

const DAY = '(?<year>-?\\d+)-(?<month>\\d\\d)-(?<day>\\d\\d)'
const TIME = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d(?:\\.\\d+)?)'
const SHAPES: Readonly<Record<string, RegExp>> = {
  dateTime: new RegExp(`^${DAY}T${TIME}$`),
  date: new RegExp(`^${DAY}$`),
  time: new RegExp(`^${TIME}$`),
  gYear: /^(?<year>-?\d+)$/,
  gYearMonth: /^(?<year>-?\d+)-(?<month>\d\d)$/,
}

function durationOf(order: string, text: string): Measure {
  const of = (unit: string, after = '') => Number(new RegExp(`${after}.*?([\\d.]+)${unit}`).exec(text)?.[1] ?? 0)
  const sign = text.startsWith('-') ? -1 : 1
  const value =
    order === 'yearMonthDuration'
      ? of('Y') * 12 + of('M')
      : of('D') * 86_400 + of('H', 'T') * 3_600 + of('M', 'T') * 60 + of('S', 'T')
  return { kind: 'value', order, value: sign * value }
}
