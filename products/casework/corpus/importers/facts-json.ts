// Our own format, for samples and manually maintained lists: `{"facts":[{"type","key","state",…}]}`.
import { readElements } from './elements.ts'
import { isObject, listOf, textOf } from './fields.ts'
import { distinct, type Found, factOf, type Importer } from './record.ts'

export const factsJson: Importer = {
  name: 'facts-json',
  version: 1,
  read: (pieces) => readElements(pieces, { array: 'facts', orKeys: [], read: readFact }),
}

function readFact(element: Record<string, unknown>, row: number, pointer: string): Found {
  const successors = listOf(element.successors).map((successor) => {
    const { type, key } = isObject(successor) ? successor : {}
    return { type: textOf(type), key: textOf(key) }
  })
  return factOf(row, {
    type: textOf(element.type),
    key: textOf(element.key),
    state: textOf(element.state),
    successor_kind: textOf(element.successor_kind),
    concept: textOf(element.concept),
    labels: listOf(element.labels).map(textOf).filter(Boolean),
    container_type: textOf(element.container_type),
    container_name: textOf(element.container_name),
    software_component: textOf(element.software_component),
    component: textOf(element.component),
    attributes: isObject(element.attributes) ? element.attributes : null,
    successors: distinct(successors),
    pointer,
  })
}
