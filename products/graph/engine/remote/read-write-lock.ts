// A read-write lock: readers share it, a writer has it alone, first come, first served.

export interface ReadWriteLock {
  shared<T>(work: () => Promise<T>): Promise<T>
  exclusive<T>(work: () => Promise<T>): Promise<T>
  isIdle(): boolean
}

export function openReadWriteLock(): ReadWriteLock {
  const queue: { isExclusive: boolean; start(): void }[] = []
  let readers = 0
  let isTaken = false

  function admit(): void {
    for (let next = queue[0]; next && !isTaken; next = queue[0]) {
      if (next.isExclusive && readers > 0) return
      queue.shift()
      if (next.isExclusive) isTaken = true
      else readers += 1
      next.start()
    }
  }

  async function pass<T>(isExclusive: boolean, work: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.push({ isExclusive, start: resolve })
    admit()
    await promise
    try {
      return await work()
    } finally {
      if (isExclusive) isTaken = false
      else readers -= 1
      admit()
    }
  }

  return {
    shared: (work) => pass(false, work),
    exclusive: (work) => pass(true, work),
    isIdle: () => !isTaken && readers === 0 && queue.length === 0,
  }
}
