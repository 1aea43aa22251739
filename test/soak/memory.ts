// Reads a server's memory and determines whether it grew: medians over time windows, because single values depend on
// garbage collection.

const KINDS = {
  rss: 'process_resident_memory_bytes',
  'heap used': 'nodejs_heap_size_used_bytes',
  external: 'nodejs_external_memory_bytes',
} as const
type Kind = keyof typeof KINDS

export interface Look {
  minute: number
  bytes: Record<Kind, number>
}

export interface Growth {
  kind: Kind
  early: number
  late: number
  percent: number
  isTooMuch: boolean
}

/** After the warm-up everything is loaded, compiled and cached. */
const SETTLED_MINUTE = 10
const WINDOW_MINUTES = 2
const MOST_PERCENT = 2

export async function lookAt(url: string, minute: number): Promise<Look> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const gaugeOf = (name: string): number => {
    const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)
    if (!found) throw new Error(`/metrics has no ${name}.`)
    return Number(found[1])
  }
  const bytes = Object.fromEntries(Object.entries(KINDS).map(([kind, name]) => [kind, gaugeOf(name)]))
  return { minute, bytes: bytes as Record<Kind, number> }
}

/** Start of the early window: minute 10, or a third of a shorter run. */
export const settledMinute = (minutes: number): number => Math.min(SETTLED_MINUTE, minutes / 3)

export function growthOf(looks: readonly Look[], minutes: number): Growth[] {
  const window = Math.min(WINDOW_MINUTES, minutes / 3)
  const from = settledMinute(minutes)
  const early = looks.filter(({ minute }) => minute >= from && minute < from + window)
  const late = looks.filter(({ minute }) => minute >= minutes - window)
  return (Object.keys(KINDS) as Kind[]).map((kind) => {
    const [before, after] = [early, late].map((some) => median(some.map(({ bytes }) => bytes[kind])))
    const percent = (after! / before! - 1) * 100
    return { kind, early: before!, late: after!, percent, isTooMuch: !(percent < MOST_PERCENT) }
  })
}

const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
