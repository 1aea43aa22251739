// Parses and resolves sources with the library's own traversal and does nothing with the result. Benchmarks use it as the
// baseline for the reader.
import { ABAPObject, SyntaxLogic } from './abaplint/parts.ts'
import { openRepository, type SourceFile } from './abaplint/repository.ts'

export function resolveBaseline(sources: readonly SourceFile[]): number {
  const { registry, abap } = openRepository(sources)
  for (const object of registry.getObjects())
    if (object instanceof ABAPObject) {
      new SyntaxLogic(registry, object).run()
      object.syntaxResult = undefined
    }
  return abap.length
}
