// The handed-over work in formats for other systems and people: JSON, a table, or a checklist. Pure.
import type { PlanItem } from '@veritrace/contract/casework/plan'
import type { TRANSPORT_FORMATS, Transport } from '@veritrace/contract/casework/plan-transports'
import { csvLine } from '@veritrace/platform/csv'
import { keyOf } from './rules.ts'

export type Format = (typeof TRANSPORT_FORMATS)[number]

export interface Handover {
  case: { id: string; key: string; title: string }
  plan: { id: string; number: number; title: string }
  transport: { id: string; kind: string; target: Transport['target']; requests: readonly { id: string }[] }
  items: readonly PlanItem[]
  manifest: Pick<Transport['manifest'], 'objects' | 'digest' | 'check_list'>
}

export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  markdown: 'text/markdown',
}

export const writeHandover = (format: Format, given: Handover): string => WRITERS[format](given)

const WRITERS: Readonly<Record<Format, (given: Handover) => string>> = {
  json: ({ items, ...rest }) => JSON.stringify({ ...rest, items: items.map(itemOf) }),
  csv: ({ items, plan }) =>
    [
      csvLine(['plan', 'item', 'title', 'action', 'wave', 'effort_p50', 'artifacts', 'acceptance']),
      ...items.map((item) =>
        csvLine([
          ...[`${plan.number}`, item.id, item.title, item.action_id, item.wave, item.effort.p50],
          item.artifacts.map(({ type, name }) => `${type}:${name}`).join(' '),
          item.acceptance.map(({ kind }) => kind).join(' '),
        ]),
      ),
    ].join(''),
  markdown: ({ case: { key, title }, plan, items, manifest }) =>
    [
      `# ${escaped(`${key} ${title}`)}`,
      `Plan ${plan.number}: ${escaped(plan.title)}. Manifest ${manifest.digest}.`,
      '## Items',
      items.map((item) => `- [ ] ${escaped(item.title)} (${item.effort.p50} days, wave ${item.wave})`).join('\n'),
      '## Objects',
      manifest.objects.map((one) => `- ${escaped(keyOf(one))}`).join('\n'),
      '## Checks',
      manifest.check_list.map((line) => `- [ ] ${escaped(line)}`).join('\n'),
      '',
    ].join('\n\n'),
}

const itemOf = ({
  id,
  key,
  title,
  action_id,
  wave,
  role,
  assignee,
  effort,
  risk,
  acceptance,
  artifacts,
}: PlanItem) => ({
  ...{ id, key, title, action_id, wave, role, assignee, effort, risk, acceptance },
  artifacts: artifacts.map(({ type, name }) => `${type}:${name}`),
})

/** Escapes names from other systems so that they cannot become markup or links. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<>#|!]/g, '\\$&').replace(/\s+/g, ' ')
