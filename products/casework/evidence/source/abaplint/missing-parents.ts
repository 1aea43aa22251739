// An empty class for each superclass that nobody has handed over: without it the definition of its subclass cannot be read,
// nor that of its subclasses, nor a parameter in any of them.
import { ABAPObject, type Registry } from './parts.ts'
import { classStub } from './stubs.ts'

interface Definition {
  name: string
  superClassName: string | undefined
  isLocal: boolean
  methods: readonly { name: string; isRedefinition: boolean }[]
}

const DEEPEST = 12

export function addMissingParents(registry: Registry): void {
  const definitions = definitionsOf(registry)
  const locals = new Set(definitions.filter(({ isLocal }) => isLocal).map(({ name }) => name.toUpperCase()))
  const globals = new Map(definitions.filter(({ isLocal }) => !isLocal).map((one) => [one.name.toUpperCase(), one]))
  const isMissing = (name: string) => !registry.getObject('CLAS', name) && !locals.has(name)
  // What subclasses redefine has to be there, or METHOD opens no scope of its own.
  const missing = new Map<string, Set<string>>()
  for (const definition of definitions) {
    let above: Definition | undefined = definition
    for (let depth = 0; above && depth < DEEPEST; depth++) {
      const name: string | undefined = above.superClassName?.toUpperCase()
      if (!name) break
      if (isMissing(name)) {
        const methods = missing.get(name) ?? new Set()
        missing.set(name, methods)
        for (const { name: method, isRedefinition } of definition.methods)
          if (isRedefinition) methods.add(method.toUpperCase())
        break
      }
      above = globals.get(name)
    }
  }
  for (const [name, methods] of missing) registry.addFile(classStub({ name, section: sectionOf([...methods]) }))
}

/** `if_x~do REDEFINITION` says that the superclass implements if_x. */
function sectionOf(methods: readonly string[]): string {
  const interfaces = new Set(methods.filter((name) => name.includes('~')).map((name) => name.split('~')[0]))
  return [
    ...[...interfaces].map((name) => ` INTERFACES ${name}.`),
    ...methods.filter((name) => !name.includes('~')).map((name) => ` METHODS ${name}.`),
  ].join('\n')
}

function definitionsOf(registry: Registry): Definition[] {
  const definitions: Definition[] = []
  for (const object of registry.getObjects())
    if (object instanceof ABAPObject)
      for (const file of object.getABAPFiles()) definitions.push(...file.getInfo().listClassDefinitions())
  return definitions
}
