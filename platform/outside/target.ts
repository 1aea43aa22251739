// What an address must look like before anything is sent to it.
import { isIP } from 'node:net'
import { type AddressRange, isInRanges } from './addresses.ts'
import { isPermitted } from './connector.ts'
import { blockedAddress, OutsideError } from './outside-error.ts'

/** The address as a URL, where nothing speaks against it yet. Names are checked again when they are resolved. */
export function checkTarget(url: string, allow: readonly AddressRange[], rules: { https?: boolean } = {}): URL {
  if (!URL.canParse(url)) throw new OutsideError('bad_url', 'This is not a whole URL.')
  const target = new URL(url)
  if (target.protocol !== 'https:' && target.protocol !== 'http:')
    throw new OutsideError('bad_url', 'Only http and https addresses are used.')
  if (target.username || target.password) throw new OutsideError('bad_url', 'The URL must not hold credentials.')
  const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80))
  const address = literalOf(target.hostname)
  if (address && !isPermitted(address, port, allow)) throw blockedAddress()
  // Only an allowed address may have another port, and a name might still turn out to be one.
  if (!address && allow.length === 0 && port !== 80 && port !== 443) throw blockedAddress()
  if (rules.https && target.protocol !== 'https:' && !(address && isInRanges(address, allow)))
    throw new OutsideError('bad_url', 'The address must begin with https.')
  return target
}

/** The URL parser has turned 0x7f.1, 2130706433 and ①②⑦.0.0.1 into plain addresses already. */
function literalOf(hostname: string): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return host
  // RFC 6761 §6.3: these names are loopback wherever they are resolved.
  return /(^|\.)localhost\.?$/.test(host) ? '127.0.0.1' : undefined
}
