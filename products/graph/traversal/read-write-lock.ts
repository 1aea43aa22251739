// A read-write lock: many readers at once, or a single writer.

export interface ReadWriteLock {
  read<T>(work: () => Promise<T>): Promise<T>
  write<T>(work: () => Promise<T>): Promise<T>
}

export function openReadWriteLock(): ReadWriteLock {
  const reading = new Set<Promise<unknown>>()
  let writing: Promise<unknown> | undefined
  const settled = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined)

  return {
    async read(work) {
      while (writing) await writing
      const mine = work()
      const quiet = settled(mine)
      reading.add(quiet)
      try {
        return await mine
      } finally {
        reading.delete(quiet)
      }
    },
    async write(work) {
      while (writing) await writing
      // New readers wait from here on.
      const mine = Promise.all(reading).then(work)
      const quiet = settled(mine)
      writing = quiet
      try {
        return await mine
      } finally {
        if (writing === quiet) writing = undefined
      }
    },
  }
}
