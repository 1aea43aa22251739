// Validates a URL before anything is sent to it.
import { type AddressRange, isInRanges, literalOf } from '../addresses.ts'
import { isPermitted } from './connector.ts'
import { blockedAddress, OutsideError } from './outside-error.ts'

/** Returns the URL if nothing forbids it yet. Names are checked again when they are resolved. */
export function checkTarget(url: string, allow: readonly AddressRange[], rules: { https?: boolean } = {}): URL {
  if (!URL.canParse(url)) throw new OutsideError('bad_url', 'This is not a complete URL.')
  const target = new URL(url)
  if (target.protocol !== 'https:' && target.protocol !== 'http:')
    throw new OutsideError('bad_url', 'Only http and https URLs are allowed.')
  if (target.username || target.password) throw new OutsideError('bad_url', 'The URL must not contain credentials.')
  const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80))
  const address = literalOf(target.hostname)
  if (address && !isPermitted(address, port, allow)) throw blockedAddress()
  // Only allowed addresses may have other ports, and a name might resolve to one.
  if (!address && allow.length === 0 && port !== 80 && port !== 443) throw blockedAddress()
  if (rules.https && target.protocol !== 'https:' && !(address && isInRanges(address, port, allow)))
    throw new OutsideError('bad_url', 'The URL must begin with https.')
  return target
}
