// Adds an empty class for each superclass that was not uploaded. Without it, the library could not read the definitions of its
// subclasses, or any parameter in them.
import { ABAPObject, type IObject, type Registry } from './parts.ts'
import { classStub } from './stubs.ts'

interface Definition {
  name: string
  object: ABAPObjectOf
  superClassName: string | undefined
  interfaces: readonly { name: string }[]
  isLocal: boolean
  methods: readonly { name: string; isRedefinition: boolean }[]
}

type ABAPObjectOf = InstanceType<typeof ABAPObject>

const DEEPEST = 12

/** Returns the objects with a class below a class or an interface that was not uploaded. */
export function addMissingParents(registry: Registry): ReadonlySet<IObject> {
  const definitions = definitionsOf(registry)
  const locals = new Set(definitions.filter(({ isLocal }) => isLocal).map(({ name }) => name.toUpperCase()))
  const globals = new Map(definitions.filter(({ isLocal }) => !isLocal).map((one) => [one.name.toUpperCase(), one]))
  const isMissing = (name: string) => !registry.getObject('CLAS', name) && !locals.has(name)
  // A stub must declare the methods that subclasses redefine; otherwise METHOD opens no scope for them.
  const missing = new Map<string, Set<string>>()
  const below = new Set<IObject>()
  const interfaces = localInterfaces(registry)
  const localOf = (object: ABAPObjectOf, name: string) =>
    definitions.find((one) => one.isLocal && one.object === object && one.name.toUpperCase() === name)
  for (const definition of definitions) {
    let above: Definition | undefined = definition
    for (let depth = 0; above && depth < DEEPEST; depth++) {
      if (above.interfaces.some(({ name }) => !registry.getObject('INTF', name) && !interfaces.has(name.toUpperCase())))
        below.add(definition.object)
      const name: string | undefined = above.superClassName?.toUpperCase()
      if (!name) break
      if (isMissing(name)) {
        const methods = missing.get(name) ?? new Set()
        missing.set(name, methods)
        below.add(definition.object)
        for (const { name: method, isRedefinition } of definition.methods)
          if (isRedefinition) methods.add(method.toUpperCase())
        break
      }
      above = localOf(above.object, name) ?? globals.get(name)
    }
  }
  for (const [name, methods] of missing) registry.addFile(classStub({ name, section: sectionOf([...methods]) }))
  return below
}

/** `if_x~do REDEFINITION` shows that the superclass implements if_x. */
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
      for (const file of object.getABAPFiles())
        definitions.push(
          ...file
            .getInfo()
            .listClassDefinitions()
            .map((one) => ({ ...one, object })),
        )
  return definitions
}

function localInterfaces(registry: Registry): Set<string> {
  const names = new Set<string>()
  for (const object of registry.getObjects())
    if (object instanceof ABAPObject)
      for (const file of object.getABAPFiles())
        for (const { name } of file.getInfo().listInterfaceDefinitions()) names.add(name.toUpperCase())
  return names
}
