// Many may read at once; who writes is alone.

export interface Turns {
  read<T>(work: () => Promise<T>): Promise<T>
  write<T>(work: () => Promise<T>): Promise<T>
}

export function openTurns(): Turns {
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
      // From here on nobody begins to read.
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
