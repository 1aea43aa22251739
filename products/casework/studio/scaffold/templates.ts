// The scaffold templates of a pack: templates/scaffold/<id>/template.yaml and the files next to it, read once.
import { APPROACHES } from '@veritrace/contract/casework/studio-shapes'
import { t } from '@veritrace/contract/endpoint'
import { oneOf, strict } from '@veritrace/contract/wire'
import { fail } from '@veritrace/platform/errors'
import type { Static } from '@veritrace/platform/json-schema'
import { readYaml } from '../../packs/files/yaml.ts'
import type { Pack } from '../../packs/pack.ts'
import { checkedAs } from '../checked-as.ts'

const FOLDER = 'scaffold/'
const ABOUT = '/template.yaml'
const Line = t.String({ minLength: 1, maxLength: 300 })
const Ids = t.Array(Line, { maxItems: 40 })

/** A value that the caller fills in, described with a small part of JSON Schema. */
export type Param = Static<typeof Param>
const Param = strict({
  type: oneOf(['string', 'integer', 'boolean']),
  title: Line,
  pattern: t.Optional(t.String({ maxLength: 500 })),
  minLength: t.Optional(t.Integer({ minimum: 0 })),
  maxLength: t.Optional(t.Integer({ minimum: 1, maximum: 20_000 })),
  minimum: t.Optional(t.Number()),
  maximum: t.Optional(t.Number()),
  enum: t.Optional(t.Array(t.String(), { maxItems: 100 })),
  default: t.Optional(t.Unknown()),
})

const Values = t.Record(t.String(), t.Unknown())
const TemplateFile = strict({
  id: t.String({ pattern: '^[a-z0-9][a-z0-9-]{0,79}$' }),
  title: Line,
  description: t.String({ maxLength: 1_000 }),
  layout: oneOf(['abapgit', 'cap', 'plain']),
  promise: t.Optional(Line),
  approaches: t.Array(oneOf(APPROACHES)),
  actions: Ids,
  /** What the template can be used for. For example, a SELECT cannot read a function module, or a table used only as a type. */
  subject: t.Optional(strict({ types: Ids, access: Ids })),
  params: strict({
    type: oneOf(['object']),
    required: t.Array(t.String()),
    properties: t.Record(t.String(), Param),
  }),
  filler: t.Optional(oneOf(['function-wrapper', 'replace-select'])),
  from: t.Optional(t.Record(t.String(), t.String())),
  example: t.Optional(Values),
  files: t.Array(
    strict({ template: Line, path: Line, language: Line, role: oneOf(['source', 'metadata', 'test', 'doc']) }),
    { minItems: 1, maxItems: 100 },
  ),
  notes: t.String({ maxLength: 4_000 }),
})

export type Template = Static<typeof TemplateFile> & {
  /** By file name. */
  texts: Readonly<Record<string, string>>
}

const read = new WeakMap<Pack, readonly Template[]>()

export function templatesOf(pack: Pack): readonly Template[] {
  const known = read.get(pack) ?? readTemplates(pack)
  read.set(pack, known)
  return known
}

function readTemplates({ templates }: Pack): Template[] {
  const abouts = Object.keys(templates).filter((path) => path.startsWith(FOLDER) && path.endsWith(ABOUT))
  return abouts.sort().map((path) => {
    const folder = path.slice(0, -ABOUT.length + 1)
    const file = `templates/${path}`
    const about = checkedAs(TemplateFile, readYaml(templates[path]!), file)
    const texts = about.files.map(({ template }) => {
      const text = templates[folder + template]
      return [template, text ?? fail('pack_invalid', `${file} names ${template}, which does not exist.`)]
    })
    return { ...about, texts: Object.fromEntries(texts) }
  })
}

/** 404 with the ids that exist. */
export function templateOf(pack: Pack, id: string): Template {
  const all = templatesOf(pack)
  const found = all.find((template) => template.id === id)
  return (
    found ??
    fail('template_not_found', `${pack.title} has no template “${id}”.`, {
      allowed: all.map((template) => template.id),
    })
  )
}

/** What the code uses. The access is undefined if only a list names the artifact. */
interface Used {
  type: string
  access?: string | undefined
}

export const isAbout = ({ subject }: Pick<Template, 'subject'>, used: Used | undefined): boolean =>
  !subject ||
  (used !== undefined &&
    subject.types.includes(used.type) &&
    (used.access === undefined || subject.access.includes(used.access)))

/** The templates that fit an approach, in the order of the actions that they fit. */
export function templatesFor(
  pack: Pack,
  approach: string,
  treated: readonly { action: string; used: Used | undefined }[],
): string[] {
  const place = (template: Template): number =>
    treated.findIndex(({ action, used }) => template.actions.includes(action) && isAbout(template, used))
  const isFor = (template: Template): boolean =>
    template.approaches.some((one) => one === approach) && place(template) >= 0
  return templatesOf(pack)
    .filter(isFor)
    .toSorted((a, b) => place(a) - place(b) || sources(b) - sources(a))
    .map(({ id }) => id)
}

/** Templates with code come before those with documents only. */
const sources = ({ files }: Template): number => (files.some(({ role }) => role !== 'doc') ? 1 : 0)
