// Loads all sources of an upload into one registry and parses them, with stubs for missing superclasses.
import './step-limit.ts'
import { addMissingParents } from './missing-parents.ts'
import { ABAPObject, type AbapObject, type IObject, MemoryFile, newRegistry, type Registry } from './parts.ts'
import { BASE_STUBS, isStub } from './stubs.ts'
import { indexViews, isView } from './views-by-name.ts'

export interface SourceFile {
  filename: string
  text: string
}

export interface Repository {
  registry: Registry
  /** Without stubs. */
  objects: readonly IObject[]
  abap: readonly AbapObject[]
  /** Objects with a class below a class or an interface that was not uploaded. */
  belowMissing: ReadonlySet<IObject>
  /** The original name of a file. Some files are read under another name. */
  filenameOf(filename: string): string
}

/** The latest release that the library knows. What an older release would reject does not matter here. */
const VERSION = 'v758'
/** Matches no name, so that missing objects are not errors. References to them become void types. */
const NO_NAMESPACE = '^$'
const CONFIG = {
  global: { files: '/**/*.*', skipGeneratedGatewayClasses: false },
  syntax: { version: VERSION, errorNamespace: NO_NAMESPACE },
  rules: {},
}
/** The library does not read sources of enhancements as ABAP, so they are passed as includes. */
const ENHANCEMENT = /([^/]+)\.enho\.(\w+)\.abap$/i

export function openRepository(files: readonly SourceFile[], tick: (name: string) => void = () => {}): Repository {
  const registry = newRegistry(CONFIG)
  const renamed = new Map<string, string>()
  // The library refuses duplicate objects. The first file counts.
  const known = new Set<string>()
  for (const { filename, text } of files) {
    const base = filename.slice(filename.lastIndexOf('/') + 1).toUpperCase()
    if (known.has(base)) continue
    known.add(base)
    const clean = text.replace(/^\uFEFF/, '')
    const [, object, part] = ENHANCEMENT.exec(filename) ?? []
    if (object && part) {
      const include = `${filename.slice(0, filename.lastIndexOf('/') + 1)}${object}-${part}.prog.abap`
      renamed.set(include, filename)
      registry.addFile(new MemoryFile(include, clean))
    } else registry.addFile(new MemoryFile(filename, clean))
  }
  for (const stub of BASE_STUBS) if (!registry.getFileByName(stub.getFilename())) addStub(registry, stub)
  parseEach(registry, tick)
  const belowMissing = addMissingParents(registry)
  // Class definitions look up views, too.
  indexViews(registry)
  // These definitions, and macros across includes, are only read if something is left to parse.
  registry.getFirstObject()?.setDirty()
  registry.parse()
  const objects = [...registry.getObjects()].filter((object) => !isStub(object))
  return {
    registry,
    belowMissing,
    objects,
    abap: objects.filter((object): object is AbapObject => object instanceof ABAPObject),
    filenameOf: (filename) => renamed.get(filename) ?? filename,
  }
}

/** Adds the stub unless the real object was uploaded. */
function addStub(registry: Registry, stub: InstanceType<typeof MemoryFile>): void {
  const [name, type] = stub.getFilename().split('/').at(-1)!.toUpperCase().split('.')
  if (!registry.getObject(type, name)) registry.addFile(stub)
}

function parseEach(registry: Registry, tick: (name: string) => void): void {
  const config = registry.getConfig()
  for (const object of registry.getObjects()) {
    if (object instanceof ABAPObject)
      object.parse(config.getRelease(), config.getSyntaxSetttings().globalMacros, registry, config.getLanguageVersion())
    // The index of views needs these names.
    else if (isView(object)) object.getDefinitionName()
    tick(object.getName())
  }
}
