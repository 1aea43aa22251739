// The objects of a project with their levels as TriG, for any RDF tool. Pure.
import { estateIri } from '../../model/artifacts.ts'
import type { ReportFacts } from '../report/gather.ts'

/** IRIs are percent-encoded and need no escaping; text does. */
export function turtleOf(tenant: string, { project, objects }: ReportFacts): string {
  const system = project.system?.sid ?? ''
  const rows = objects.map(
    ({ type, name, package: group, code }) =>
      `  <${estateIri(tenant, system, { type, name })}> a cw:Artifact ; cw:name ${text(name)} ; cw:type ${text(type)} ; cw:package ${text(group)} ; cw:level ${text(code)} .`,
  )
  return `@prefix cw: <urn:casework:core#> .\n\n<urn:cw:project:${encodeURIComponent(project.id)}> {\n${rows.join('\n')}\n}\n`
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const text = (value: string): string => `"${value.replace(/[\\"\n\r\t]/g, (letter) => ESCAPES[letter]!)}"`
