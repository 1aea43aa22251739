// What somebody has begun to write, kept by the tab until it is sent. Without room or leave to store it, it is as if
// nothing was kept.
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Browsers that forbid storage throw as soon as it is named. */
const tab = (): Store => sessionStorage

export function readKept<V>(key: string, first: V, store: () => Store = tab): V {
  try {
    const text = store().getItem(key)
    return text === null ? first : (JSON.parse(text) as V)
  } catch {
    return first
  }
}

/** What is as it was at the beginning needs no keeping. */
export function keep<V>(key: string, value: V, first: V, store: () => Store = tab): void {
  const text = JSON.stringify(value)
  try {
    if (text === JSON.stringify(first)) store().removeItem(key)
    else store().setItem(key, text)
  } catch {
    // An older draft in its place would be taken for this one.
    forget(key, store)
  }
}

export function forget(key: string, store: () => Store = tab): void {
  try {
    store().removeItem(key)
  } catch {}
}
