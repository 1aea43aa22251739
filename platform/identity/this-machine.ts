// Detects requests that were made on this machine and addressed to this server. Demo mode relies on both.
import { isLoopback } from '../config/config.ts'

type Headers = Readonly<Record<string, unknown>>

const FORWARDING = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/** A proxy on this machine is a loopback peer too, so requests with proxy headers do not count. */
export const comesFromThisMachine = (headers: Headers, peer: string): boolean =>
  isLoopback(peer.replace(/^::ffff:/, '')) && FORWARDING.every((name) => headers[name] === undefined)

/**
 * Protects against DNS rebinding: a foreign page may point its own name at this machine, but browsers then send that
 * name. The raw header is used, because such a page could set X-Forwarded-Host.
 */
export function isOurName(headers: Headers, publicUrl: string | undefined): boolean {
  const name = nameAsked(headers)
  return isLoopback(name) || (publicUrl !== undefined && name === bare(new URL(publicUrl).hostname))
}

/** The host that the client requested, without a port; empty if none. */
export const nameAsked = ({ host }: Headers): string =>
  bare(/^(\[[^\]]+\]|[^:]+)(?::\d+)?$/.exec(String(host ?? ''))?.[1]?.toLowerCase() ?? '')

const bare = (name: string): string => name.replace(/^\[|\]$/g, '')
