// Readers together, writers alone, in the order of their arrival.

export interface Gate {
  together<T>(work: () => Promise<T>): Promise<T>
  alone<T>(work: () => Promise<T>): Promise<T>
  isIdle(): boolean
}

export function openGate(): Gate {
  const queue: { isAlone: boolean; start(): void }[] = []
  let readers = 0
  let isTaken = false

  function admit(): void {
    for (let next = queue[0]; next && !isTaken; next = queue[0]) {
      if (next.isAlone && readers > 0) return
      queue.shift()
      if (next.isAlone) isTaken = true
      else readers += 1
      next.start()
    }
  }

  async function pass<T>(isAlone: boolean, work: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.push({ isAlone, start: resolve })
    admit()
    await promise
    try {
      return await work()
    } finally {
      if (isAlone) isTaken = false
      else readers -= 1
      admit()
    }
  }

  return {
    together: (work) => pass(false, work),
    alone: (work) => pass(true, work),
    isIdle: () => !isTaken && readers === 0 && queue.length === 0,
  }
}
