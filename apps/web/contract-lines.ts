// Gives the browser of the contract what it has use for: of calls method, path and what is not JSON; of the files their
// words and bounds. The schemas stay on the server.
import { pathToFileURL } from 'node:url'
import { caseworkSlices } from '@veritrace/contract/casework/slices'
import type { Endpoint, Resource } from '@veritrace/contract/endpoint'
import { isMedia } from '@veritrace/contract/media'
import { account } from '@veritrace/contract/provenance/account'
import { provenanceSlices } from '@veritrace/contract/provenance/slices'
import type { Plugin } from 'vite'

/** Of another product the app has only what the switch between workspaces asks. */
const MODULES: Readonly<Record<string, () => string>> = {
  'virtual:casework-lines': () => {
    const { mine } = linesOf({ mine: { orgs: account.orgs } })
    return `export default ${JSON.stringify(linesOf(caseworkSlices))}\nexport const account = ${JSON.stringify(mine)}\n`
  },
  'virtual:provenance-lines': () => `export default ${JSON.stringify(linesOf(provenanceSlices))}\n`,
}
/** Those without schemas go to the browser as they are. */
const SCHEMAS = /\/contract\/(?:casework\/(?!roles|app-routes|wave-numbers)|provenance\/)[\w-]+\.ts$/

export const contractLines = (): Plugin => ({
  name: 'contract-lines',
  // Before the plugin that reads TypeScript.
  enforce: 'pre',
  resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
  load: async (id) => {
    const lines = MODULES[id.slice(1)]
    if (lines && id.startsWith('\0')) return lines()
    return SCHEMAS.test(id) ? wordsOf(await import(pathToFileURL(id).href)) : undefined
  },
})

/** The lists of words and the bounds of a file of the contract; its schemas and endpoints are not there. */
const wordsOf = (module: Record<string, unknown>): string =>
  Object.entries(module)
    .filter(([, value]) => typeof value !== 'object' || Array.isArray(value))
    .filter(([, value]) => typeof value !== 'function')
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
    .join('')

const linesOf = (slices: Record<string, Resource>) =>
  Object.fromEntries(
    Object.entries(slices).map(([name, slice]) => [
      name,
      Object.fromEntries(Object.entries(slice).map(([verb, endpoint]) => [verb, callOf(endpoint)])),
    ]),
  )

const callOf = ({ line, method, path, spec }: Endpoint) => ({
  line,
  method,
  path,
  spec: { ok: mediumOf(spec.ok), ...(isMedia(spec.body) && { body: mediumOf(spec.body) }) },
})
const mediumOf = (what: unknown) => (isMedia(what) ? { media: what.media, contentTypes: what.contentTypes } : {})
