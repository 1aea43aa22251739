// Collects all signatures of an archive: function modules, tables, classes, interfaces and field mappings of views.
import { noSignatures, type Signature, type Signatures } from '../../../signatures/signature.ts'
import { ABAPObject, type IObject } from '../abaplint/parts.ts'
import { classIn } from './classes.ts'
import { tableInXml } from './dictionary.ts'
import { functionsInSource, functionsInXml } from './function-group.ts'
import { mappingsIn } from './views.ts'

export function collectSignatures(objects: readonly IObject[], upload: string): Signatures {
  const found = new Map<string, Signature>()
  const add = (one: Signature | undefined): void => {
    if (one && !found.has(`${one.kind} ${one.name}`)) found.set(`${one.kind} ${one.name}`, one)
  }
  for (const object of objects) for (const one of signaturesOf(object)) add(one)
  return { ...noSignatures(), signatures: [...found.values()], mappings: mappingsIn(objects, upload) }
}

function signaturesOf(object: IObject): (Signature | undefined)[] {
  const files = object.getFiles()
  const xml = () => files.filter((file) => /\.xml$/i.test(file.getFilename())).map((file) => file.getRaw())
  switch (object.getType()) {
    case 'FUGR': {
      const described = xml().flatMap(functionsInXml)
      const sources = files.filter((file) => /\.abap$/i.test(file.getFilename()))
      // The XML has more details than the comment in the source, so it comes first.
      return [...described, ...sources.flatMap((file) => functionsInSource(file.getRaw()))]
    }
    case 'TABL':
      return xml().map(tableInXml)
    case 'CLAS':
    case 'INTF':
      return [object instanceof ABAPObject ? classIn(object) : undefined]
    default:
      return []
  }
}
