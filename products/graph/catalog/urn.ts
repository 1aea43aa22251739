// URNs of catalog objects: `urn:graph:<kind>:<26 characters>`. In addresses the bare characters are also accepted.
import { newId } from '@veritrace/platform/ids'

export type Kind = 'dataset' | 'distribution' | 'artifact' | 'ontology' | 'shape'

export const urnOf = (kind: Kind, bare: string): string => `urn:graph:${kind}:${bare}`

export function bareOf(kind: Kind, text: string): string {
  const prefix = urnOf(kind, '')
  return text.startsWith(prefix) ? text.slice(prefix.length) : text
}

export const newBare = (): string => newId('').slice(1)
