// Compiles response serializers lazily, once for all operations that share a schema.
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

type Factory = ReturnType<typeof SerializerSelector>
type Write = ReturnType<ReturnType<Factory>>

const select = SerializerSelector()
/** Keyed by schema object, because none of our schemas refers to another by name. */
const writers = new WeakMap<object, Write>()

export const lazySerializers: Factory = (schemas, options) => {
  const compile = select(schemas, options)
  return (route) => {
    const schema = route.schema as object
    let write: Write | undefined
    return (answer) => {
      write ??= writerFor(schema, () => compile(route))
      return write(answer)
    }
  }
}

function writerFor(schema: object, make: () => Write): Write {
  const write = writers.get(schema) ?? make()
  writers.set(schema, write)
  return write
}
