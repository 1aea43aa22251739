// Names in CDS sources. Views use the library's tree, or their words if the library cannot parse them. In access controls,
// behavior definitions, service definitions and annotations, names are found by the words before them.
import type { Access } from '../../../estate/estate.ts'
import { isExpression, kindOf, textOf } from '../abaplint/nodes.ts'
import { CDSLexer, type ExpressionNode, type IFile, type Node } from '../abaplint/parts.ts'
import { addUse, type Form, type Found, vote } from './found.ts'

type Token = ReturnType<typeof CDSLexer.run>[number]

const NAME = /^(?:\/\w+\/)?[A-Z][\w$]*$/i

export function readCdsTree(found: Found, file: string, tree: ExpressionNode): void {
  for (const node of expressionsIn(tree)) READERS[kindOf(node)]?.({ found, file, node })
}

interface At {
  found: Found
  file: string
  node: ExpressionNode
}

const READERS: Readonly<Record<string, (at: At) => void>> = {
  CDSSource: (at) => {
    const first = at.node.getFirstChild()
    if (isExpression(first) && kindOf(first) === 'CDSPrefixedName') putNode(at, first, 'entity', 'read')
  },
  CDSRelation: (at) => putTokens(at, namePart(at.node), 'entity', 'read'),
  CDSType: (at) => {
    if (!/^abap\s*\./i.test(textOf(at.node))) putNode(at, at.node, 'type', 'type')
  },
}

function putNode(at: At, node: Node, form: Form, access: Access): void {
  putTokens(at, 'getTokens' in node ? node.getTokens() : [node.getFirstToken()], form, access)
}

function putTokens({ found, file }: At, tokens: readonly Token[], form: Form, access: Access): void {
  const name = tokens.map((token) => token.getStr()).join('')
  // Associations, session variables and parameters are not entities.
  if (NAME.test(name)) put(found, file, tokens[0]!, name, form, access)
}

function put(found: Found, file: string, token: Token, name: string, form: Form, access: Access): void {
  const upper = name.toUpperCase()
  if (form === 'type') vote(found, upper, 'element')
  const place = { file, line: token.getRow(), column: token.getCol(), length: upper.length }
  addUse(found, { ...place, name: upper, form, access, from: 'grammar' })
}

/** The name without alias and parameters. */
const namePart = (node: ExpressionNode): Token[] => {
  const tokens: Token[] = []
  for (const child of node.getChildren()) {
    if (isExpression(child)) break
    tokens.push(child.getFirstToken())
  }
  return tokens
}

function* expressionsIn(node: ExpressionNode): Generator<ExpressionNode> {
  yield node
  for (const child of node.getChildren()) if (isExpression(child)) yield* expressionsIn(child)
}

interface Place {
  /** The words before the name; `*` matches any word. */
  words: readonly string[]
  form: Form
  access: Access
}
const place = (words: string, form: Form, access: Access): Place => ({ words: words.split(' '), form, access })

/** The tree has no nodes for these. */
const WHOLE: readonly Place[] = [
  place('PROJECTION ON', 'entity', 'read'),
  place('EXTEND VIEW', 'entity', 'inherit'),
  place('EXTEND VIEW ENTITY', 'entity', 'inherit'),
  place('EXTEND CUSTOM ENTITY', 'entity', 'inherit'),
  place('EXTEND ABSTRACT ENTITY', 'entity', 'inherit'),
  place('IMPLEMENTED BY METHOD', 'class', 'call'),
]
const VIEW: readonly Place[] = [
  place('SELECT FROM', 'entity', 'read'),
  place('SELECT DISTINCT FROM', 'entity', 'read'),
  place('JOIN', 'entity', 'read'),
]
const PLACES: Readonly<Record<string, readonly Place[]>> = {
  asddls: [...WHOLE, ...VIEW],
  acds: [...WHOLE, ...VIEW],
  asdcls: [
    place('GRANT SELECT ON', 'entity', 'use'),
    place('INHERITING CONDITIONS FROM ENTITY', 'entity', 'use'),
    place('INHERIT CONDITIONS FROM ENTITY', 'entity', 'use'),
    place('ASPECT PFCG_AUTH (', 'authorization', 'use'),
  ],
  asbdef: [
    place('DEFINE BEHAVIOR FOR', 'entity', 'use'),
    place('EXTEND BEHAVIOR FOR', 'behavior', 'inherit'),
    place('PERSISTENT TABLE', 'rows', 'write'),
    place('DRAFT TABLE', 'rows', 'write'),
    place('IMPLEMENTATION IN CLASS', 'class', 'call'),
    place('IMPLEMENTATION UNMANAGED IN CLASS', 'class', 'call'),
    place('MAPPING FOR', 'structure', 'type'),
    place('RESULT ENTITY', 'entity', 'type'),
  ],
  srvdsrv: [place('EXPOSE', 'entity', 'use')],
  asddlxs: [place('ANNOTATE VIEW', 'entity', 'use'), place('ANNOTATE ENTITY', 'entity', 'use')],
}
const KEYWORDS = new Set('ENTITY VIEW FROM SELECT ON WHERE AS WITH CONTROL LATE EARLY CORRESPONDING'.split(' '))

/** Finds names by the words before them. `hasTree`: the names in FROM and JOIN were already read from the tree. */
export function readCdsWords(found: Found, file: IFile, hasTree: boolean): void {
  const places = PLACES[file.getFilename().split('.').at(-1)!.toLowerCase()] ?? []
  const tokens = CDSLexer.run(file).filter((token) => !/^(?:\/\/|--|\/\*)/.test(token.getStr()))
  const words = tokens.map((token) => token.getStr().toUpperCase())
  for (let at = 1; at < words.length; at++)
    for (const one of places) {
      const { words: before, form, access } = one
      if (hasTree && VIEW.includes(one)) continue
      if (!before.every((word, back) => words[at - before.length + back] === word)) continue
      const [name, used] = nameAt(tokens, at)
      if (!name || KEYWORDS.has(name.toUpperCase())) continue
      put(found, file.getFilename(), tokens[at]!, name, form, access)
      at += used - 1
      break
    }
}

/** A name and the number of its tokens: the lexer splits a name with a namespace into 4. */
function nameAt(tokens: readonly Token[], at: number): [string | undefined, number] {
  const [first, second, third, fourth] = tokens.slice(at, at + 4).map((token) => token.getStr())
  if (first === '/' && third === '/' && fourth)
    return [NAME.test(`/${second}/${fourth}`) ? `/${second}/${fourth}` : undefined, 4]
  return [first !== undefined && NAME.test(first) ? first : undefined, 1]
}
