// Gives the browser the parts of the contract that it needs: method, path and media types of each call, and the
// constants of each file. The schemas stay on the server.
import { pathToFileURL } from 'node:url'
import { caseworkSlices } from '@veritrace/contract/casework/slices'
import type { Endpoint, Resource } from '@veritrace/contract/endpoint'
import { isMedia } from '@veritrace/contract/media'
import { account } from '@veritrace/contract/provenance/account'
import { provenanceSlices } from '@veritrace/contract/provenance/slices'
import type { Plugin } from 'vite'

/** From the other product, the app needs only the organizations for the workspace switch. */
const MODULES: Readonly<Record<string, () => string>> = {
  'virtual:casework-lines': () => {
    const { mine } = linesOf({ mine: { orgs: account.orgs } })
    return `export default ${JSON.stringify(linesOf(caseworkSlices))}\nexport const account = ${JSON.stringify(mine)}\n`
  },
  'virtual:provenance-lines': () => `export default ${JSON.stringify(linesOf(provenanceSlices))}\n`,
}
/** Files without schemas are bundled as they are. */
const SCHEMAS = /\/contract\/(?:casework\/(?!roles|app-routes|wave-numbers)|provenance\/)[\w-]+\.ts$/

export const contractLines = (): Plugin => ({
  name: 'contract-lines',
  // Before the plugin that compiles TypeScript.
  enforce: 'pre',
  resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
  load: async (id) => {
    const lines = MODULES[id.slice(1)]
    if (lines && id.startsWith('\0')) return lines()
    return SCHEMAS.test(id) ? wordsOf(await import(pathToFileURL(id).href)) : undefined
  },
})

/** The constants of a contract file, without its schemas and endpoints. */
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
