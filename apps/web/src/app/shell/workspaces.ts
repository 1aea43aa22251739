// The workspaces that this browser has been in; the server does not list them.
import { acting, WORKSPACE } from '../../session/acting.ts'

const MOST = 12
const PLACE = `workspaces:${acting?.tenant ?? ''}`

/** The own one first, the others as they were last opened. */
export function knownWorkspaces(): string[] {
  const kept = (localStorage.getItem(PLACE) ?? '').split(' ').filter((name) => WORKSPACE.test(name))
  const names = acting ? [acting.home, acting.workspace, ...kept] : kept
  return [...new Set(names)].slice(0, MOST)
}

export function openWorkspace(name: string): void {
  localStorage.setItem(PLACE, [...new Set([name, ...knownWorkspaces()])].join(' '))
  location.assign(name === acting?.home ? '/app/home' : `/app/home?workspace=${name}`)
}
