// What fixed addresses of a site lead to.
import { normalAddress } from './address.ts'

/** The policies that a security.txt (RFC 9116) names; its other fields are the extractor's. */
export const securityTxtPolicies = (text: string, url: string): string[] =>
  text
    .slice(0, 32_768)
    .split(/\r?\n/)
    .flatMap((line) => {
      const policy = /^\s*policy\s*:\s*(\S{1,1000})\s*$/i.exec(line)?.[1]
      return (policy && normalAddress(policy, url)) || []
    })
    .slice(0, 10)

/** Where the software behind status pages answers in JSON; asked before the page itself is read. */
export const statusApis = (url: string): string[] =>
  ['/api/v2/summary.json', '/api/v1/status.json'].map((path) => new URL(path, url).href)
