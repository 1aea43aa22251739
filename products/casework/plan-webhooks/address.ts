// Where messages may go: public https addresses, and the hosts that the installation lists itself.
import { fail } from '@veritrace/platform/errors'
import { OutsideError, openSafeFetch, type SafeFetch } from '@veritrace/platform/outside/safe-fetch'
import type { CaseworkParts } from '../deps.ts'

export interface Outgoing {
  /** 422 for an address that nothing is sent to. */
  check(url: string): void
  /** Checks again where the connection is made. */
  fetchFor(url: string): SafeFetch
  close(): Promise<void>
}

/** An operator who lists a host vouches for whatever it resolves to; redirects are never followed from there. */
const EVERYWHERE = ['0.0.0.0/0', '::/0']

export function openOutgoing({ config, safeFetch }: Pick<CaseworkParts, 'config' | 'safeFetch'>): Outgoing {
  const listed = new Set(config.casework.webhookAllow.map((host) => host.toLowerCase()))
  const own = listed.size > 0 ? openSafeFetch({ allow: EVERYWHERE }) : undefined
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
        fail('url_not_allowed', error.message, { errors: [{ path: 'url', message: 'is no public https address' }] })
      }
    },
    fetchFor: (url) => (isListed(url) ? own! : safeFetch),
    close: async () => own?.close(),
  }
}

/** Without its query, which may hold a secret. */
export function labelOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}
