// All sources of an upload in one registry: parsed, with what is missing above them put in its place.
import './bounded.ts'
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
  /** Without what was put there for them. */
  objects: readonly IObject[]
  abap: readonly AbapObject[]
  /** With a class below one that nobody has handed over. */
  belowMissing: ReadonlySet<IObject>
  /** The file as it was handed over: some are read under another name. */
  filenameOf(filename: string): string
}

/** The highest that the library knows: what an older release would not take is of no matter here. */
const VERSION = 'v758'
/** Nothing is an error for being absent: a name is void then, and says nothing about whose it is. */
const NO_NAMESPACE = '^$'
const CONFIG = {
  global: { files: '/**/*.*', skipGeneratedGatewayClasses: false },
  syntax: { version: VERSION, errorNamespace: NO_NAMESPACE },
  rules: {},
}
/** Sources of enhancements are no ABAP to the library: it gets them as includes. */
const ENHANCEMENT = /([^/]+)\.enho\.(\w+)\.abap$/i

export function openRepository(files: readonly SourceFile[], tick: (name: string) => void = () => {}): Repository {
  const registry = newRegistry(CONFIG)
  const renamed = new Map<string, string>()
  // The library refuses an object that is there twice; the first one counts.
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
  // Definitions of classes look for views, too.
  indexViews(registry)
  // Those definitions, and macros across includes, are read only if anything is left to parse.
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

/** Somebody may hand over the real one. */
function addStub(registry: Registry, stub: InstanceType<typeof MemoryFile>): void {
  const [name, type] = stub.getFilename().split('/').at(-1)!.toUpperCase().split('.')
  if (!registry.getObject(type, name)) registry.addFile(stub)
}

function parseEach(registry: Registry, tick: (name: string) => void): void {
  const config = registry.getConfig()
  for (const object of registry.getObjects()) {
    if (object instanceof ABAPObject)
      object.parse(config.getRelease(), config.getSyntaxSetttings().globalMacros, registry, config.getLanguageVersion())
    // The index of views needs their names.
    else if (isView(object)) object.getDefinitionName()
    tick(object.getName())
  }
}
