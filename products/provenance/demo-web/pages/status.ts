// A status page and its JSON summary for monitoring (in the format of Statuspage).
import type { Incident, Site } from '../site.ts'
import { escaped, type Frame, layout } from './layout.ts'

type Status = NonNullable<Site['status']>

const openOn = ({ incidents = [] }: Status, day: number): Incident[] =>
  incidents.filter(({ from, until }) => from <= day && day < until)

const WORDS = { minor: 'Minor outage', major: 'Major outage', critical: 'Major outage' } as const

export function statusPage(frame: Frame, status: Status, day: number): string {
  const open = openOn(status, day)
  const past = (status.incidents ?? []).filter(({ until }) => until <= day)
  const headline = open[0] ? WORDS[open[0].impact] : 'All systems operational'
  const rows = status.components.map(
    (name, index) => `<li><span>${escaped(name)}</span> <span>${open[0] && index === 0 ? 'Down' : 'Up'}</span></li>`,
  )
  const incidentItem = (incident: Incident, state: string): string =>
    `<li><strong>${escaped(incident.name)}</strong>: ${state}</li>`
  return layout(
    frame,
    `<article><h1>${escaped(frame.site.displayName)} status</h1>
<p class="state ${open[0] ? 'bad' : 'good'}">${headline}</p>
<ul class="components">${rows.join('\n')}</ul>
${open.length > 0 ? `<h2>Now</h2><ul>${open.map((one) => incidentItem(one, 'we are working on it')).join('')}</ul>` : ''}
${past.length > 0 ? `<h2>Before</h2><ul>${past.map((one) => incidentItem(one, 'resolved')).join('')}</ul>` : ''}</article>`,
  )
}

export function statusSummary({ displayName, name }: Site, status: Status, day: number): string {
  const open = openOn(status, day)
  const summary = {
    page: { id: name, name: displayName, time_zone: 'Etc/UTC' },
    status: open[0]
      ? { indicator: open[0].impact, description: WORDS[open[0].impact] }
      : { indicator: 'none', description: 'All Systems Operational' },
    components: status.components.map((component, index) => ({
      name: component,
      status: open[0] && index === 0 ? 'major_outage' : 'operational',
    })),
    incidents: open.map((one) => ({ name: one.name, impact: one.impact, status: 'investigating' })),
    scheduled_maintenances: [],
  }
  return `${JSON.stringify(summary, null, 2)}\n`
}
