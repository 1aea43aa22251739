// How many live streams each caller has open here: one who opens them without end would leave nothing for the others.

export interface StreamCount {
  /** Counts one more until the function is called, or says that it would be one too many. */
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
