// Where messages may be sent: to public https addresses, and to hosts that the operator allows explicitly.
import { fail } from '@veritrace/platform/errors'
import { OutsideError, openSafeFetch, type SafeFetch } from '@veritrace/platform/outside/safe-fetch'
import type { CaseworkParts } from '../deps.ts'

export interface Outgoing {
  /** 422 for a forbidden address. */
  check(url: string): void
  /** The address is checked again when the connection is made. */
  fetchFor(url: string): SafeFetch
  close(): Promise<void>
}

/** The operator vouches for whatever an allowed host resolves to. Redirects from there are never followed. */
const ANY_ADDRESS = ['0.0.0.0/0', '::/0']

export function openOutgoing({ config, safeFetch }: Pick<CaseworkParts, 'config' | 'safeFetch'>): Outgoing {
  const listed = new Set(config.casework.webhookAllow.map((host) => host.toLowerCase()))
  const own = listed.size > 0 ? openSafeFetch({ allow: ANY_ADDRESS }) : undefined
  const isListed = (url: string): boolean => {
    if (!URL.canParse(url)) return false
    const { host, hostname } = new URL(url)
    return listed.has(host) || listed.has(hostname)
  }
  return {
    check(url) {
      try {
        if (isListed(url)) own!.check(url)
        else safeFetch.check(url, { https: true })
      } catch (error) {
        if (!(error instanceof OutsideError)) throw error
        fail('url_not_allowed', error.message, { errors: [{ path: 'url', message: 'is not a public https address' }] })
      }
    },
    fetchFor: (url) => (isListed(url) ? own! : safeFetch),
    close: async () => own?.close(),
  }
}

/** The URL without its query, which may contain a secret. */
export function labelOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}
