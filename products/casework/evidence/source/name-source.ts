// Names a source after its file, or else after its first declaration. The library only reads a file whose name has the format
// of abapGit.
import type { Named } from '../../model/artifacts.ts'

const FILE = /^([^.]+)\.([a-z0-9]{4})\.(?:.+\.)?(?:abap|as[a-z]{2,6}|srvdsrv)$/i

export function nameSource({
  language,
  filename,
  text,
}: {
  language: 'abap' | 'cds'
  filename: string
  text: string
}): {
  named: Named
  filename: string
} {
  const base = filename.split('/').at(-1)!
  const [, stem, type] = FILE.exec(base) ?? []
  const given = (stem ?? base.split('.')[0]!).replaceAll('#', '/').toUpperCase() || 'SNIPPET'
  if (language === 'abap') {
    if (stem && type) return { named: { type: type.toUpperCase(), name: given }, filename: base.toLowerCase() }
    return nameAbap(text, given)
  }
  return nameCds(text, given)
}

const HEADS: readonly [RegExp, string, string][] = [
  [/^\s*(?:REPORT|PROGRAM|FUNCTION-POOL)\s+([\w/]+)/im, 'PROG', 'prog.abap'],
  [/^\s*CLASS\s+([\w/]+)\s+DEFINITION\b(?!\s+(?:DEFERRED|LOAD))/im, 'CLAS', 'clas.abap'],
  [/^\s*INTERFACE\s+([\w/]+)\s*(?:PUBLIC\b|\.)/im, 'INTF', 'intf.abap'],
  [/^\s*FUNCTION\s+([\w/]+)\s*\./im, 'FUNC', 'prog.abap'],
]

/** The first declaration decides. */
function nameAbap(text: string, fallback: string) {
  const code = text.replace(/^\*.*$|".*$/gm, '')
  const heads = HEADS.map(([pattern, type, ending]) => ({ match: pattern.exec(code), type, ending }))
    .filter(({ match }) => match !== null)
    .sort((a, b) => a.match!.index - b.match!.index)
  const [first] = heads
  const name = first?.match?.[1]?.toUpperCase() ?? fallback
  return { named: { type: first?.type ?? 'PROG', name }, filename: fileOf(name, first?.ending ?? 'prog.abap') }
}

const ENTITY =
  /\bdefine\s+(?:root\s+)?(?:abstract\s+|custom\s+|transient\s+)?(?:view\s+entity|view|entity|table\s+function|table\s+entity|structure|table|hierarchy)\s+((?:\/\w+\/)?[A-Za-z_]\w*)/i

function nameCds(text: string, fallback: string) {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ')
  const entity = ENTITY.exec(code)?.[1]?.toUpperCase()
  const behavior = /\b(?:define|extend)\s+behavior\s+for\s+([\w/]+)/i.exec(code)?.[1]?.toUpperCase()
  const role = /\bdefine\s+(?:\w+\s+)?role\s+([\w/]+)/i.exec(code)?.[1]?.toUpperCase()
  const service = /\bdefine\s+service\s+([\w/]+)/i.exec(code)?.[1]?.toUpperCase()
  const annotated = /\bannotate\s+(?:view|entity)\s+([\w/]+)/i.exec(code)?.[1]?.toUpperCase()
  const is = (type: string, name: string, ending: string) => ({ named: { type, name }, filename: fileOf(name, ending) })
  if (entity) return is('DDLS', entity, 'ddls.asddls')
  if (behavior) return is('BDEF', behavior, 'bdef.asbdef')
  if (role) return is('DCLS', role, 'dcls.asdcls')
  if (service) return is('SRVD', service, 'srvd.srvdsrv')
  return annotated ? is('DDLX', annotated, 'ddlx.asddlxs') : is('DDLS', fallback, 'ddls.asddls')
}

const fileOf = (name: string, ending: string): string => `${name.toLowerCase().replaceAll('/', '#')}.${ending}`
