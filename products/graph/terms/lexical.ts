// Lexical forms of the XSD 1.1 datatypes for numbers, booleans and time. Other datatypes accept any text.
import { ownValue } from '@veritrace/platform/names'
import { XSD } from './term.ts'

/** Whether the text is a valid form of the datatype; true for datatypes that are not checked. */
export function fitsDatatype(text: string, datatype: string): boolean {
  if (!datatype.startsWith(XSD)) return true
  const name = datatype.slice(XSD.length)
  // Looks up own properties only, because every object has a `constructor`.
  const range = ownValue(INTEGERS, name)
  if (range) return isIntegerWithin(text, range)
  return ownValue(CHECKS, name)?.(text) ?? true
}

type Range = readonly [least: bigint | undefined, most: bigint | undefined]
const bits = (n: bigint): Range => [-(2n ** (n - 1n)), 2n ** (n - 1n) - 1n]
const unsigned = (n: bigint): Range => [0n, 2n ** n - 1n]
const INTEGERS: Readonly<Record<string, Range>> = {
  integer: [undefined, undefined],
  long: bits(64n),
  int: bits(32n),
  short: bits(16n),
  byte: bits(8n),
  nonNegativeInteger: [0n, undefined],
  positiveInteger: [1n, undefined],
  nonPositiveInteger: [undefined, 0n],
  negativeInteger: [undefined, -1n],
  unsignedLong: unsigned(64n),
  unsignedInt: unsigned(32n),
  unsignedShort: unsigned(16n),
  unsignedByte: unsigned(8n),
}

function isIntegerWithin(text: string, [least, most]: Range): boolean {
  if (!/^[+-]?\d+$/.test(text)) return false
  if (least === undefined && most === undefined) return true
  // More than 20 digits exceed every limit, so only the sign matters and the text is not converted.
  const digits = text.replace(/^[+-]?0*(?=\d)/, '')
  const negative = text.startsWith('-') && digits !== '0'
  if (digits.length > 20) return negative ? least === undefined : most === undefined
  const value = negative ? -BigInt(digits) : BigInt(digits)
  return (least === undefined || value >= least) && (most === undefined || value <= most)
}

const FLOATING = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]?INF|NaN)$/
const ZONE = '(?:Z|[+-](?:(?:0\\d|1[0-3]):[0-5]\\d|14:00))'
const YEAR = '-?(?:[1-9]\\d{3,}|0\\d{3})'
const MONTH = '(?:0[1-9]|1[0-2])'
const DAY = '(?:0[1-9]|[12]\\d|3[01])'
const TIME = '(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?|24:00:00(?:\\.0+)?)'
const DAY_TIME =
  '(?:\\d+D(?:T(?=\\d)(?:\\d+H)?(?:\\d+M)?(?:\\d+(?:\\.\\d+)?S)?)?|T(?=\\d)(?:\\d+H)?(?:\\d+M)?(?:\\d+(?:\\.\\d+)?S)?)'

const whole = (pattern: string): RegExp => new RegExp(`^${pattern}$`)
const DATE = whole(`(${YEAR})-(${MONTH})-(${DAY})${ZONE}?`)
const DATE_TIME = whole(`(${YEAR})-(${MONTH})-(${DAY})T${TIME}${ZONE}?`)
const MONTH_DAY = whole(`--(${MONTH})-(${DAY})${ZONE}?`)

const matches =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text)

const CHECKS: Readonly<Record<string, (text: string) => boolean>> = {
  decimal: matches(/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/),
  double: matches(FLOATING),
  float: matches(FLOATING),
  boolean: matches(/^(?:true|false|1|0)$/),
  date: (text) => isDay(DATE.exec(text)),
  dateTime: (text) => isDay(DATE_TIME.exec(text)),
  dateTimeStamp: (text) => isDay(DATE_TIME.exec(text)) && whole(`.*T.*${ZONE}`).test(text),
  time: matches(whole(`${TIME}${ZONE}?`)),
  gYear: matches(whole(`${YEAR}${ZONE}?`)),
  gYearMonth: matches(whole(`${YEAR}-${MONTH}${ZONE}?`)),
  gMonth: matches(whole(`--${MONTH}${ZONE}?`)),
  gDay: matches(whole(`---${DAY}${ZONE}?`)),
  gMonthDay: (text) => {
    const found = MONTH_DAY.exec(text)
    return found !== null && Number(found[2]) <= daysIn(Number(found[1]), true)
  },
  duration: matches(whole(`-?P(?:(?:\\d+Y(?:\\d+M)?|\\d+M)${DAY_TIME}?|${DAY_TIME})`)),
  dayTimeDuration: matches(whole(`-?P${DAY_TIME}`)),
  yearMonthDuration: matches(whole('-?P(?:\\d+Y(?:\\d+M)?|\\d+M)')),
}

function isDay(found: RegExpExecArray | null): boolean {
  if (!found) return false
  // The last four digits determine leap years, because 10,000 is a multiple of 400.
  const year = Number(found[1]!.slice(-4))
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return Number(found[3]) <= daysIn(Number(found[2]), leap)
}
const daysIn = (month: number, leap: boolean): number =>
  month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
