// Limits the live streams per caller, so that one caller cannot exhaust the server.

export interface StreamCount {
  /** Counts one more until the returned function is called; undefined at the limit. */
  enter(caller: string): (() => void) | undefined
  readonly most: number
}

export function countStreams(most: number): StreamCount {
  const open = new Map<string, number>()
  const change = (caller: string, by: number): void => {
    const count = (open.get(caller) ?? 0) + by
    if (count > 0) open.set(caller, count)
    else open.delete(caller)
  }
  return {
    most,
    enter: (caller) => {
      if ((open.get(caller) ?? 0) >= most) return undefined
      change(caller, 1)
      return () => change(caller, -1)
    },
  }
}
