// How the page authenticates its API calls: with the session from the server, or with a pasted key.

interface Acting {
  label: string
  tenant: string
  workspace: string
  role: string
}
export interface Key {
  key: string
  tenant: string
  workspace: string
}
export type Access = { by: 'session'; acting: Acting } | { by: 'key'; key: Key } | { by: 'nothing' }

const PLACE = 'veritrace.console.key'

export function readAccess(): Access {
  const key = readKey()
  if (key) return { by: 'key', key }
  const acting = document.querySelector<HTMLMetaElement>('meta[name=acting]')?.content
  return acting ? { by: 'session', acting: JSON.parse(acting) } : { by: 'nothing' }
}

/** Stores the key until the tab is closed, for this tab only. */
export const storeKey = (key: Key): void => sessionStorage.setItem(PLACE, JSON.stringify(key))
export const forgetKey = (): void => sessionStorage.removeItem(PLACE)

function readKey(): Key | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(PLACE) ?? 'null')
    return stored && typeof stored.key === 'string' ? stored : undefined
  } catch {
    return undefined
  }
}
