// A store that hangs is asked three times by its client, a minute each time: nobody who asks us waits that long.

export interface Within {
  abortSignal: AbortSignal
}

/** Until the answer begins. Its bytes may take as long as they take. */
export async function waitFor<T>(ms: number, work: (within: Within) => Promise<T>): Promise<T> {
  const giveUp = new AbortController()
  const timer = setTimeout(() => giveUp.abort(), ms)
  try {
    return await work({ abortSignal: giveUp.signal })
  } finally {
    clearTimeout(timer)
  }
}
