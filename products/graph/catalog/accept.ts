// Negotiates the content type (RFC 9110 §12.5.1). Without a preference, the first offered type wins.

export function preferred<T extends string>(accept: string | undefined, offered: readonly T[]): T | undefined {
  if (accept === undefined || accept.trim() === '') return offered[0]
  const ranges = readRanges(accept)
  const weighed = offered.map((type) => ({ type, weight: weightOf(type, ranges) })).filter(({ weight }) => weight > 0)
  return weighed.toSorted((a, b) => b.weight - a.weight)[0]?.type
}

interface Range {
  type: string
  weight: number
}

const readRanges = (accept: string): Range[] =>
  (accept.match(/(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g) ?? []).map((item) => {
    const [type = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = q === undefined ? 1 : Number(q.slice(2))
    return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 }
  })

/** The most specific matching range decides. */
function weightOf(type: string, ranges: readonly Range[]): number {
  const [main] = type.split('/')
  for (const wanted of [type, `${main}/*`, '*/*']) {
    const fitting = ranges.filter((range) => range.type === wanted)
    if (fitting.length > 0) return Math.max(...fitting.map(({ weight }) => weight))
  }
  return 0
}
