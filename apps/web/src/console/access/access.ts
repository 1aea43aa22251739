// By which right the page calls the API: who the server says is signed in, or a key that was pasted.

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

/** Until the tab is closed, and in no other one. */
export const keepKey = (key: Key): void => sessionStorage.setItem(PLACE, JSON.stringify(key))
export const forgetKey = (): void => sessionStorage.removeItem(PLACE)

function readKey(): Key | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? 'null')
    return kept && typeof kept.key === 'string' ? kept : undefined
  } catch {
    return undefined
  }
}
