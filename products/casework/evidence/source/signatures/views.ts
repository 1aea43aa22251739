// Maps elements of CDS views to fields of tables. Only fields that the view passes through unchanged count. Elements that are
// calculated, cast, aggregated, or taken from an association or a joined source are left out.
import type { FieldMapping } from '../../../signatures/signature.ts'
import { isExpression, kindOf, textOf, upperOf } from '../abaplint/nodes.ts'
import type { ExpressionNode, IObject, Node } from '../abaplint/parts.ts'
import { isView } from '../abaplint/views-by-name.ts'

interface View {
  entity: string
  source: string
  fields: Map<string, string>
  notes: string[]
}

const DEEPEST = 20
const PLAIN = /^(?:\/\w+\/)?\w+$/

/** A source is assumed to be a table unless a view of the upload has its name. */
export function mappingsIn(objects: readonly IObject[], upload: string): FieldMapping[] {
  const views = new Map<string, View>()
  const opaque = new Set<string>()
  for (const object of objects) {
    if (!isView(object)) continue
    const tree = object.getTree()
    const view = tree && viewIn(tree)
    for (const name of [object.getDefinitionName(), object.getSQLViewName()]) {
      if (!name) continue
      if (view) views.set(name.toUpperCase(), view)
      else opaque.add(name.toUpperCase())
    }
  }
  return [...new Set(views.values())].flatMap((view) => {
    const resolved = resolve(view, views, opaque)
    if (!resolved || Object.keys(resolved.fields).length === 0) return []
    const { table, fields, notes, depth } = resolved
    const confidence = Math.max(0.5, 0.95 - 0.1 * notes.length - 0.05 * (depth - 1))
    return [
      {
        table,
        entity: view.entity,
        fields,
        notes,
        confidence: round(confidence),
        source: `CDS source ${view.entity} in ${upload}`,
      },
    ]
  })
}

const round = (share: number): number => Math.round(share * 100) / 100

/** Follows views on views down to the table. */
function resolve(view: View, views: ReadonlyMap<string, View>, opaque: ReadonlySet<string>) {
  let fields = view.fields
  let source = view.source
  const notes = new Set(view.notes)
  const seen = new Set([view])
  for (let depth = 1; depth < DEEPEST; depth++) {
    if (opaque.has(source)) return undefined
    const below = views.get(source)
    if (!below) {
      // A name in the style of SAP's views is not a table.
      if (/^(?:\/\w+\/)?[ICPAEDR]_/.test(source)) return undefined
      return { table: source, fields: byField(fields), notes: [...notes], depth }
    }
    if (seen.has(below)) return undefined
    seen.add(below)
    for (const note of below.notes) notes.add(note)
    const lower = new Map([...below.fields].map(([element, field]) => [element.toUpperCase(), field]))
    fields = new Map(
      [...fields].flatMap(([element, name]) => {
        const field = lower.get(name)
        return field === undefined ? [] : [[element, field] as const]
      }),
    )
    source = below.source
  }
  return undefined
}

/** If a view shows a field twice, its first element counts. */
function byField(fields: ReadonlyMap<string, string>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [element, field] of fields) if (!Object.hasOwn(found, field)) found[field] = element
  return found
}

function viewIn(tree: ExpressionNode): View | undefined {
  if (kindOf(tree) !== 'CDSDefineView') return undefined
  const children = expressions(tree)
  const name = children.find((one) => kindOf(one) === 'CDSName')
  const selects = children.filter((one) => kindOf(one) === 'CDSSelect')
  const [select] = selects
  // Column names before the parameters rename all elements. Unions have several sources per element.
  const isRenamed = children.filter((one) => kindOf(one) === 'CDSName').length > 1
  if (!name || !select || selects.length > 1 || isRenamed || hasUnion(select)) return undefined
  const parts = expressions(select)
  const from = parts.find((one) => kindOf(one) === 'CDSSource')
  const relation = from && expressions(from).find((one) => kindOf(one) === 'CDSPrefixedName')
  if (!from || !relation || !PLAIN.test(plainText(relation))) return undefined
  const source = plainText(relation).toUpperCase()
  const alias = expressions(from).find((one) => /^(?:CDSAs|CDSName)$/.test(kindOf(one)))
  const joins = parts.filter((one) => kindOf(one) === 'CDSJoin')
  const own = new Set([alias ? aliasOf(alias) : source])
  const fields = new Map<string, string>()
  for (const element of parts.filter((one) => kindOf(one) === 'CDSElement')) {
    const shown = shownBy(element, own, joins.length > 0)
    if (shown) fields.set(shown.element, shown.field)
  }
  const isGrouped = parts.some((one) => kindOf(one) === 'CDSGroupBy') || /^SELECT\s+DISTINCT\b/i.test(textOf(select))
  if (isGrouped) return undefined
  const notes = [
    ...(joins.length > 0 ? ['The view joins other sources, so it may have fewer or more rows than the table.'] : []),
    ...(parts.some((one) => kindOf(one) === 'CDSWhere') ? ['The view filters rows with a condition.'] : []),
    ...(/\bWITH PARAMETERS\b/i.test(textOf(tree)) ? ['The view has parameters that the statement must fill.'] : []),
  ]
  return { entity: plainText(name), source, fields, notes }
}

const hasUnion = (select: ExpressionNode): boolean =>
  select.getChildren().some((child) => isExpression(child) && kindOf(child) === 'CDSSelect') ||
  /\b(?:UNION|EXCEPT|INTERSECT)\s+(?:ALL\s+)?(?:\(|SELECT)/i.test(textOf(select))

/** Accepts `vbeln` and `a.vbeln`, with or without `as`; undefined for everything else. */
function shownBy(
  element: ExpressionNode,
  own: ReadonlySet<string>,
  isJoined: boolean,
): { element: string; field: string } | undefined {
  const parts = expressions(element).filter((one) => kindOf(one) !== 'CDSAnnotation')
  const name = parts[0]
  if (!name || kindOf(name) !== 'CDSPrefixedName') return undefined
  if (parts.some((one) => !/^(?:CDSPrefixedName|CDSAs)$/.test(kindOf(one)))) return undefined
  const words = element
    .getChildren()
    .filter((child) => !isExpression(child))
    .map((child) => upperOf(child as never))
  if (words.some((word) => word !== 'KEY')) return undefined
  const path = plainText(name).split('.')
  const field = path.at(-1)!
  if (path.length > 2 || !/^(?:\/\w+\/)?\w+$/.test(field) || field.startsWith('_')) return undefined
  // Without a prefix, the field may come from any source of a join.
  if (path.length === 1 ? isJoined : !own.has(path[0]!.toUpperCase())) return undefined
  const as = parts.find((one) => kindOf(one) === 'CDSAs')
  if (as && /:/.test(textOf(as))) return undefined
  return { element: as ? plainAlias(as) : field, field: field.toUpperCase() }
}

const aliasOf = (node: ExpressionNode): string =>
  (kindOf(node) === 'CDSAs' ? plainAlias(node) : plainText(node)).toUpperCase()
const plainAlias = (as: ExpressionNode): string => plainText(as).replace(/^AS/i, '')
const plainText = (node: Node): string =>
  ('getTokens' in node ? node.getTokens() : [node.getFirstToken()]).map((token) => token.getStr()).join('')
const expressions = (node: ExpressionNode): ExpressionNode[] => node.getChildren().filter(isExpression)
