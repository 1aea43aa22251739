// A small valid pack for tests, whose files can be overridden one by one.

/** The files of a pack with an invented domain. */
export const smallPack = (
  changes: Record<string, string | undefined> = {},
  version = '1.0.0',
): Record<string, string> => {
  const files: Record<string, string | undefined> = {
    'pack.yaml': `id: fruit
version: ${version}
title: Fruit
license: Apache-2.0
core_compat: '>=1.0 <2.0'
default_target: shop
rating_scheme: { id: ripeness, codes: [good, bad] }
naming: { iri_base: 'urn:fruit:', kind: fruit }
`,
    'targets.yaml':
      'targets: [{ profile_id: shop, label: Shop, acceptable: [good], lists: [{ role: taste, list: tastes }] }]\n',
    'options.yaml':
      'options: [{ id: green, title: Green, explanation: Some like it., values: [good, bad], fallback: bad }]\n',
    'actions.yaml':
      'actions: [{ id: eat, title: Eat, description: Eat it., effort: { low: 0, likely: 1, high: 2 }, resulting_code: good }]\n',
    'scoring.yaml':
      'values: { good: 1, bad: 0, unknown: 0.2 }\ndebt: { bad: 10 }\nbands: { high: 0.85, medium: 0.6 }\n',
    'rules/level.yaml': `id: fruit/level
version: '1'
inputs: [taste.state, options.green]
rows:
  - { id: F1, when: { taste.state: sweet }, then: { code: good } }
  - { id: F2, when: { taste.state: green }, then: { code: =options.green } }
  - { id: F9, when: {}, then: { code: unknown } }
`,
    'rules/rollup.yaml':
      "id: fruit/rollup\nversion: '1'\ninputs: [worst_known]\nrows: [{ id: W9, when: {}, then: { code: unknown } }]\n",
    'rules/action.yaml':
      "id: fruit/action\nversion: '1'\ninputs: [code]\nrows: [{ id: A9, when: {}, then: { action: eat } }]\n",
    'tests/level.yaml':
      '- { given: { taste.state: sweet }, expect: { row: F1, code: good } }\n- { given: { taste.state: green }, expect: { code: bad } }\n',
    ...changes,
  }
  return Object.fromEntries(Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
