// Uploaded objects by name. They belong to the customer, whatever their names are.
import type { Namespaces } from '../../model/namespaces.ts'
import type { IFile, IObject } from './abaplint/parts.ts'
import { isView } from './abaplint/views-by-name.ts'
import type { Form } from './uses/found.ts'

export interface Upload {
  has(name: string): boolean
  /** True if the name itself is custom, whether its object was uploaded or not. */
  isCustom(name: string): boolean
  /** True if the name is neither the customer's nor SAP's. */
  isPartner(name: string): boolean
  /** Type of the uploaded object with this name, if that type fits the form. */
  typeOf(name: string, form: Form): string | undefined
}

const CLASSES: readonly string[] = ['CLAS', 'INTF']
const DICTIONARY: readonly string[] = ['CDS_STOB', 'TABL', 'VIEW', 'TTYP', 'DTEL']
const FITTING: Readonly<Partial<Record<Form, readonly string[]>>> = {
  rows: ['TABL', 'CDS_STOB', 'VIEW'],
  structure: ['TABL', 'CDS_STOB', 'VIEW'],
  entity: ['CDS_STOB', 'TABL', 'VIEW'],
  class: CLASSES,
  reference: [...CLASSES, ...DICTIONARY],
  type: [...DICTIONARY, ...CLASSES],
  program: ['PROG', 'FUGR'],
  function: ['FUNC'],
  element: ['DTEL'],
  table_type: ['TTYP'],
  domain: ['DOMA'],
  search_help: ['SHLP'],
  transaction: ['TRAN'],
  messages: ['MSAG'],
  authorization: ['SUSO'],
  behavior: ['BDEF', 'CDS_STOB'],
  transformation: ['XSLT'],
  group: ['TYPE'],
}

export function openUpload(objects: readonly IObject[], namespaces: Namespaces): Upload {
  const spaces = new Set<string>()
  const types = new Map<string, Set<string>>()
  const add = (name: string, type: string): void => {
    const upper = name.toUpperCase()
    types.set(upper, (types.get(upper) ?? new Set()).add(type))
    const space = NAMESPACE.exec(upper)?.[0]
    if (space) spaces.add(space)
  }
  for (const object of objects) {
    if (object.getType() !== 'DDLS') add(object.getName(), object.getType())
    for (const name of entitiesOf(object)) add(name, 'CDS_STOB')
    if ('getModules' in object)
      for (const module of (object.getModules as () => { getName(): string }[])()) add(module.getName(), 'FUNC')
  }
  return {
    has: (name) => types.has(name),
    // A namespace with uploaded objects is the customer's.
    isCustom: (name) => namespaces.isOwn(name) || spaces.has(NAMESPACE.exec(name)?.[0] ?? ''),
    isPartner: (name) => namespaces.idOf(name) === 'partner',
    typeOf: (name, form) => {
      const own = types.get(name)
      return own && (FITTING[form] ?? []).find((type) => own.has(type))
    },
  }
}

const NAMESPACE = /^\/\w+\//

const entitiesOf = (object: IObject): string[] =>
  isView(object) ? [object.getDefinitionName(), object.getSQLViewName()].filter((name) => name !== undefined) : []

const DEFINES =
  /\bdefine\s+(?:root\s+)?(?:abstract\s+|custom\s+|transient\s+)?(?:view\s+entity|view|entity|table\s+function|table\s+entity|structure|table|hierarchy)\s+((?:\/\w+\/)?[A-Za-z_]\w*)/gi
const SQL_VIEW = /sqlViewName\s*:\s*'([^']{1,30})'/i

/** Other short forms for a view. */
export function membersOf(object: IObject, file: IFile): string[] {
  if (object.getType() !== 'DDLS' || !/\.(?:asddls|acds)$/i.test(file.getFilename())) return []
  const code = file.getRaw().replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ')
  const view = SQL_VIEW.exec(code)?.[1]
  const entities = [...code.matchAll(DEFINES)].map(([, name]) => `CDS_STOB:${name!.toUpperCase()}`)
  return [...entities, ...(view ? [`TABL:${view.toUpperCase()}`] : [])]
}
