// Reads well-known addresses of a site.
import { normalAddress } from './address.ts'

/** The policies of a security.txt (RFC 9116). The extractor reads its other fields. */
export const securityTxtPolicies = (text: string, url: string): string[] =>
  text
    .slice(0, 32_768)
    .split(/\r?\n/)
    .flatMap((line) => {
      const policy = /^\s*policy\s*:\s*(\S{1,1000})\s*$/i.exec(line)?.[1]
      return (policy && normalAddress(policy, url)) || []
    })
    .slice(0, 10)

/** JSON APIs of common status page software. They are tried before the page itself. */
export const statusApis = (url: string): string[] =>
  ['/api/v2/summary.json', '/api/v1/status.json'].map((path) => new URL(path, url).href)
