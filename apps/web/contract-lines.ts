// Gives the browser of the contract what a call needs: method, path, and what is not JSON. The schemas stay on the server.
import { caseworkSlices } from '@veritrace/contract/casework/slices'
import type { Endpoint, Resource } from '@veritrace/contract/endpoint'
import { isMedia } from '@veritrace/contract/media'
import type { Plugin } from 'vite'

const NAME = 'virtual:casework-lines'
const RESOLVED = `\0${NAME}`

export const contractLines = (): Plugin => ({
  name: 'contract-lines',
  resolveId: (id) => (id === NAME ? RESOLVED : undefined),
  load: (id) => (id === RESOLVED ? `export default ${JSON.stringify(linesOf(caseworkSlices))}` : undefined),
})

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
