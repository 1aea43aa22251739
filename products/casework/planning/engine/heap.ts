// A priority queue whose priorities may change. Pure.

export interface Heap {
  /** Adds an item, or updates its position after its priority has changed. */
  put(item: number): void
  peek(): number | undefined
  take(): number | undefined
}

export function openHeap(comesBefore: (a: number, b: number) => boolean): Heap {
  const items: number[] = []
  const placeOf = new Map<number, number>()

  const set = (place: number, item: number): void => {
    items[place] = item
    placeOf.set(item, place)
  }
  function rise(from: number): number {
    const item = items[from]!
    let place = from
    while (place > 0) {
      const above = (place - 1) >> 1
      if (!comesBefore(item, items[above]!)) break
      set(place, items[above]!)
      place = above
    }
    set(place, item)
    return place
  }
  function sink(from: number): void {
    const item = items[from]!
    let place = from
    for (;;) {
      let below = 2 * place + 1
      if (below >= items.length) break
      if (below + 1 < items.length && comesBefore(items[below + 1]!, items[below]!)) below++
      if (!comesBefore(items[below]!, item)) break
      set(place, items[below]!)
      place = below
    }
    set(place, item)
  }

  return {
    put: (item) => {
      const known = placeOf.get(item)
      if (known === undefined) {
        items.push(item)
        rise(items.length - 1)
      } else sink(rise(known))
    },
    peek: () => items[0],
    take: () => {
      const [first] = items
      const last = items.pop()
      if (first === undefined || last === undefined) return undefined
      placeOf.delete(first)
      if (items.length > 0) {
        set(0, last)
        sink(0)
      }
      return first
    },
  }
}
