// Which nodes a traversal may enter. Pure.
import type { TraverseRequest } from '@veritrace/contract/casework/traverse'
import type { Graph } from './graph.ts'

type Filter = NonNullable<TraverseRequest['filter']>

/** All filters except codes, which need a lookup. A filter on a property that a node does not have lets it pass. */
export function openFilter(graph: Graph, { types, kinds, components, packages }: Filter): (number: number) => boolean {
  const [isType, isKind] = [anyOf(types), anyOf(kinds)]
  const above = components?.map((component) => component.toUpperCase())
  const isPackage = anyOf(packages)
  return (number) => {
    const { kind, type, places } = graph.node(number)
    if (!isType(type) || !isKind(graph.kindOf(number))) return false
    if (kind !== 'own') return true
    const object = graph.estateGraph.estates[places[0]!]!.estate.objects[places[1]!]!
    return isPackage(object.package) && isBelow(object.component, above)
  }
}

const anyOf = (words: readonly string[] | undefined): ((word: string) => boolean) => {
  if (!words?.length) return () => true
  const wanted = new Set(words.map((word) => word.toUpperCase()))
  return (word) => wanted.has(word.toUpperCase())
}

/** `SD` matches itself and `SD-SLS`. */
const isBelow = (component: string, above: readonly string[] | undefined): boolean =>
  !above?.length || above.some((one) => `${component.toUpperCase()}-`.startsWith(`${one}-`))
