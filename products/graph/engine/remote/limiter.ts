// A semaphore: limits concurrent work; the rest waits in order.

export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

export function openLimiter(atOnce: number): Limiter {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // Hand over directly, so that no newcomer can take the place.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
