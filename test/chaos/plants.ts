// Bugs that can be loaded into a server, to prove that the checks find them.
const PLANTS: Record<string, URL> = { 'lost-commit': new URL('./lost-commit.ts', import.meta.url) }

export function plantEnv(plant: string | undefined): Record<string, string> {
  if (plant === undefined) return {}
  const file = PLANTS[plant]
  if (!file) throw new Error(`There is no bug “${plant}” to plant; the bugs are ${Object.keys(PLANTS).join(', ')}.`)
  return { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${file.pathname}` }
}
