// The number of objects in an estate, and those with a certain rating.
import type { Named } from '../../model/artifacts.ts'
import { counted } from '../../model/counted.ts'
import { measureProject } from '../../readiness/measure-project.ts'
import type { Sentence } from '../check.ts'
import { joined } from '../sentences.ts'
import { type Asking, type Material, missing, nothing, PROJECT_NEEDED, step } from './asking.ts'
import { typeOfPlural } from './plural-types.ts'
import { fillTemplate } from './template.ts'

const MAX_SHOWN = 12

export async function levels(asking: Asking): Promise<Material> {
  const { deps, scope, active, target, intent, params, projectId, sources } = asking
  if (!projectId) return nothing('measure', 'No project is selected.', [PROJECT_NEEDED])
  const { estate, measured } = await measureProject(deps, scope, { projectId, active, target })
  const type = params.type && typeOfPlural(active.pack, params.type)
  const places = [...estate.objects.keys()].filter((at) => !type || estate.objects[at]!.type === type)
  const objects = places.map((at) => estate.objects[at]!)
  if (estate.objects.length === 0)
    return missing('measure', 'This project has no objects yet. Upload source code or a list of references first.')
  const code = params.code === undefined ? undefined : codeOf(measured.scale, params.code)
  const counts = measured.scale.map((one, place) => ({
    one,
    count: places.filter((at) => measured.code[at] === place).length,
  }))
  const rated = code === undefined ? [] : places.filter((at) => measured.scale[measured.code[at]!] === code)
  const names = rated.map((at) => shortName(estate.objects[at]!)).toSorted()
  const packages = new Set(objects.map((object) => object.package)).size
  const lines = objects.reduce((sum, object) => sum + object.lines, 0)
  const word = active.pack.terms.rating ?? 'rating'
  const query = `GET /artifacts?project_id=${projectId}&target=${encodeURIComponent(target.profile_id)}${code ? `&code=${code}` : ''}`
  const cites = sources.computed({
    title: `Custom objects of the project, rated for ${target.label}`,
    query,
    evidence: estate.evidence_ids[0],
    parts: [
      `${counted(objects.length, `custom object${type ? ` of type ${type}` : ''}`, `custom objects${type ? ` of type ${type}` : ''}`)} in ${counted(packages, 'package')}, ${counted(lines, 'line')}`,
      `${word}: ${counts.map(({ one, count }) => `${count} ${one}`).join(', ')}`,
      ...(code ? [`${rated.length} ${word} ${code}`] : []),
      ...names.slice(0, MAX_SHOWN),
    ],
  })
  const value = (text: string | number) => ({ text, cites })
  const say = (text: string): Sentence[] => [{ text, cites }]
  const rest = names.length - MAX_SHOWN
  return {
    sentences: fillTemplate(intent.template, {
      total: value(type ? `${objects.length} of type ${type}` : objects.length),
      ...(code
        ? {
            count: value(rated.length),
            code: value(code === measured.scale.at(-1) ? `an unknown ${word}` : `${word} ${code}`),
          }
        : { packages: value(packages), lines: value(lines) }),
      objects:
        names.length > 0
          ? say(
              rest > 0
                ? `Among them: ${joined(names.slice(0, MAX_SHOWN))}.`
                : `${names.length === 1 ? 'It is' : 'They are'} ${joined(names)}.`,
            )
          : undefined,
      distribution: code ? undefined : say(`By ${word}: ${joined(counts.map(({ one, count }) => `${count} ${one}`))}.`),
    }),
    facts: [{ name: 'objects', value: code ? rated.length : objects.length, citations: cites }],
    steps: [step('measure', `Measured ${counted(objects.length, 'object')}`, objects.length)],
  }
}

const shortName = ({ type, name }: Named): string => `${type} ${name}`

/** The last code of the scale means unknown. */
const codeOf = (scale: readonly string[], asked: string): string =>
  scale.find((code) => code.toLowerCase() === asked.toLowerCase()) ?? scale.at(-1)!
