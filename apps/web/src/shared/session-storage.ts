// Stores drafts in the tab until they are sent. If storage is full or blocked, drafts are simply not stored.
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Browsers that block storage throw on the first access. */
const tab = (): Store => sessionStorage

export function readStored<V>(key: string, first: V, store: () => Store = tab): V {
  try {
    const text = store().getItem(key)
    return text === null ? first : (JSON.parse(text) as V)
  } catch {
    return first
  }
}

/** Removes the draft if it equals the initial value. */
export function writeStored<V>(key: string, value: V, first: V, store: () => Store = tab): void {
  const text = JSON.stringify(value)
  try {
    if (text === JSON.stringify(first)) store().removeItem(key)
    else store().setItem(key, text)
  } catch {
    // Remove the older draft, which would otherwise be restored instead of this one.
    removeStored(key, store)
  }
}

export function removeStored(key: string, store: () => Store = tab): void {
  try {
    store().removeItem(key)
  } catch {}
}
