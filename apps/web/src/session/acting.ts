// For whom the calls of this page are made; the server wrote it into the page.
import type { Role } from '@veritrace/contract/endpoint'

interface Given {
  label: string
  tenant: string
  workspace: string
  /** In the tenant. */
  role: Role
  /** What runs at this server. */
  products: readonly string[]
  /** Where their account is looked after; absent where that is not here, or nobody has signed in. */
  account?: string
}
interface Acting extends Given {
  /** The workspace where the address names none. */
  home: string
}

export const WORKSPACE = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

const content = document.querySelector<HTMLMetaElement>('meta[name=acting]')?.content

/** Undefined where nobody has signed in. */
export const acting: Acting | undefined = content ? read(JSON.parse(content)) : undefined

function read(given: Given): Acting {
  const asked = new URLSearchParams(location.search).get('workspace') ?? ''
  return { ...given, home: given.workspace, workspace: WORKSPACE.test(asked) ? asked : given.workspace }
}
