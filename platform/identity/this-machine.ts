// Whether a request was made on this machine, by someone who meant this server. Demo mode rests on both.
import { isLoopback } from '../config/config.ts'

type Headers = Readonly<Record<string, unknown>>

const FORWARDING = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/** A proxy on this machine is a loopback peer too: what it passes on for others does not count. */
export const comesFromThisMachine = (headers: Headers, peer: string): boolean =>
  isLoopback(peer.replace(/^::ffff:/, '')) && FORWARDING.every((name) => headers[name] === undefined)

/**
 * A page elsewhere may have its own name lead to this machine; its browser then sends that name. The header is read as
 * it came: such a page could write an X-Forwarded-Host of its own.
 */
export function isOurName(headers: Headers, publicUrl: string | undefined): boolean {
  const name = nameAsked(headers)
  return isLoopback(name) || (publicUrl !== undefined && name === bare(new URL(publicUrl).hostname))
}

/** The host that the client asked for, without a port; empty where it named none. */
export const nameAsked = ({ host }: Headers): string =>
  bare(/^(\[[^\]]+\]|[^:]+)(?::\d+)?$/.exec(String(host ?? ''))?.[1]?.toLowerCase() ?? '')

const bare = (name: string): string => name.replace(/^\[|\]$/g, '')
