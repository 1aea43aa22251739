// Text must be UTF-8 (SPARQL 1.1 Protocol §2.1.3 and §2.2.2, Turtle §7); ASCII is a subset.
import { fail } from '@veritrace/platform/errors'

/** Throws if a Content-Type names another charset. */
export function refuseOtherCharsets(contentType: string): void {
  const charset = /;\s*charset\s*=\s*["']?([^\s;"']*)/i.exec(contentType)?.[1]
  if (charset !== undefined && !/^(?:utf-?8|(?:us-)?ascii)$/i.test(charset))
    fail('unsupported_media_type', `The text must be in UTF-8, not in “${charset.slice(0, 40)}”.`)
}
