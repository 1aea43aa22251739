// At most so many at once; the others wait in their order.

export type Turns = <T>(work: () => Promise<T>) => Promise<T>

export function openTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The turn goes straight to the next one, so that nobody can come between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
