// The findings of one part of the attack, and the table that shows them.

interface Finding {
  /** The operation, such as `GET /app/pages/{slug}`. */
  where: string
  what: string
}

export interface Part {
  name: string
  requests: number
  operations: number
  seconds: number
  findings: Finding[]
}

/** More findings of the same operation would bury the others. */
const SHOWN_OF_EACH = 3
const LONGEST = 400

/** Counts what a part does while it runs. */
export function startPart(name: string) {
  const began = performance.now()
  const operations = new Set<string>()
  const findings: Finding[] = []
  let requests = 0
  return {
    sent: (where: string): void => {
      requests++
      operations.add(where)
    },
    found: (where: string, what: string): void => {
      if (findings.filter((one) => one.where === where).length < SHOWN_OF_EACH)
        findings.push({ where, what: what.slice(0, LONGEST) })
    },
    end: (): Part => ({
      name,
      requests,
      operations: operations.size,
      seconds: Math.round((performance.now() - began) / 1000),
      findings,
    }),
  }
}

export type Record = ReturnType<typeof startPart>

/** Processes all items, with this many in parallel. */
export async function inParallel<T>(workers: number, all: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const waiting = all[Symbol.iterator]()
  const worker = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: workers }, worker))
}

export function table(parts: readonly Part[]): string {
  const rows = parts.map(({ name, requests, operations, seconds, findings }) =>
    [name, requests, operations, `${seconds} s`, findings.length === 0 ? 'held' : `${findings.length} found`].map(
      String,
    ),
  )
  const all = [['part', 'requests', 'operations', 'time', 'result'], ...rows]
  const widths = all[0]!.map((_, at) => Math.max(...all.map((row) => row[at]!.length)))
  const lines = all.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  )
  const told = parts.flatMap(({ findings }) => findings.map(({ where, what }) => `✖ ${where}\n  ${what}`))
  return [...lines, ...(told.length > 0 ? ['', ...told] : [])].join('\n')
}
