// Guards against requests into our own network. The check happens when the connection is made, because only then is the
// actual address known: names may resolve differently each time, and literals are never looked up.
import { lookup as systemLookup } from 'node:dns/promises'
import type { Socket } from 'node:net'
import { buildConnector } from 'undici'
import { type AddressRange, isInRanges, isPublicAddress, literalOf } from '../addresses.ts'
import { blockedAddress, OutsideError } from './outside-error.ts'

/** All addresses of a host name. */
export type Lookup = (host: string) => Promise<readonly string[]>

const CONNECT_MS = 5_000
const MAX_ADDRESSES = 4

export function guardedConnector(allow: readonly AddressRange[], lookup: Lookup = lookupAll): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_MS, allowH2: false })

  const open = (options: buildConnector.Options, address: string): Promise<Socket> =>
    new Promise((done, broken) =>
      // Connects by address, so that nothing is resolved again; the name is used for TLS.
      connect({ ...options, hostname: address }, (error, socket) => (error ? broken(error) : done(socket!))),
    )

  const openChecked = async (options: buildConnector.Options): Promise<Socket> => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80))
    const literal = literalOf(host)
    const addresses = literal ? [literal] : await lookup(host)
    if (addresses.length === 0) throw new OutsideError('dns', 'The host name has no address.')
    // Any bad address rejects the host: the next lookup may return only that one.
    if (!addresses.every((address) => isPermitted(address, port, allow))) throw blockedAddress()
    const socket = await openFirst(addresses.slice(0, MAX_ADDRESSES), (address) => open(options, address))
    if (isPermitted(socket.remoteAddress ?? '', port, allow)) return socket
    socket.destroy()
    throw blockedAddress()
  }

  return (options, done) => {
    openChecked(options).then(
      (socket) => done(null, socket),
      (error) => done(error, null),
    )
  }
}

export const isPermitted = (address: string, port: number, allow: readonly AddressRange[]): boolean =>
  isInRanges(address, port, allow) || (isPublicAddress(address) && (port === 80 || port === 443))

async function openFirst(addresses: readonly string[], open: (address: string) => Promise<Socket>): Promise<Socket> {
  let failure: unknown
  for (const address of addresses) {
    try {
      return await open(address)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

async function lookupAll(host: string): Promise<string[]> {
  const found = await systemLookup(host, { all: true })
  return found.map(({ address }) => address)
}
