// What the library needs to parse and resolve sources with its own traversal, and nothing done with them: the measure that
// the reader is held against.
import { ABAPObject, SyntaxLogic } from './abaplint/parts.ts'
import { openRepository, type SourceFile } from './abaplint/repository.ts'

export function resolveAlone(sources: readonly SourceFile[]): number {
  const { registry, abap } = openRepository(sources)
  for (const object of registry.getObjects())
    if (object instanceof ABAPObject) {
      new SyntaxLogic(registry, object).run()
      object.syntaxResult = undefined
    }
  return abap.length
}
