// The user and tenant for whom the page makes calls, as the server wrote them into the page.
import type { Role } from '@veritrace/contract/endpoint'

interface Given {
  label: string
  tenant: string
  workspace: string
  /** The role in the tenant. */
  role: Role
  /** The products that run on this server. */
  products: readonly string[]
  /** The URL of the account page; undefined if accounts are managed elsewhere or no one is signed in. */
  account?: string
}
interface Acting extends Given {
  /** The workspace to use if the URL names none. */
  home: string
}

export const WORKSPACE = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

const content = document.querySelector<HTMLMetaElement>('meta[name=acting]')?.content

/** Undefined if no one is signed in. */
export const acting: Acting | undefined = content ? read(JSON.parse(content)) : undefined

function read(given: Given): Acting {
  const asked = new URLSearchParams(location.search).get('workspace') ?? ''
  return { ...given, home: given.workspace, workspace: WORKSPACE.test(asked) ? asked : given.workspace }
}
