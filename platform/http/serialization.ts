// Writers of answers by their schema, each made when it is first needed.
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

type Factory = ReturnType<typeof SerializerSelector>
type Write = ReturnType<ReturnType<Factory>>

const select = SerializerSelector()

export const lazySerializers: Factory = (schemas, options) => {
  const compile = select(schemas, options)
  return (route) => {
    let write: Write | undefined
    return (answer) => {
      write ??= compile(route)
      return write(answer)
    }
  }
}
