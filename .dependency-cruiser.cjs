/** Which room may enter which. Every rule has one reason. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })
const test = '[.]test[.]ts$'
module.exports = {
  forbidden: [
    rule(
      'contract-is-a-leaf',
      'The contract is data; it knows no code.',
      { path: '^contract/' },
      { path: '^(platform|products|apps)/' },
    ),
    rule('platform-knows-no-product', 'Shared ground.', { path: '^platform/' }, { path: '^(products|apps)/' }),
    rule(
      'products-do-not-meet',
      'They meet in apps/server only.',
      { path: '^products/([^/]+)/' },
      { path: '^(products|apps)/', pathNot: '^products/$1/' },
    ),
    rule(
      'web-speaks-http',
      'The browser sees the contract, never the server.',
      { path: '^apps/web/' },
      { path: '^(platform|products|apps/server)/' },
    ),
    rule(
      'web-takes-types',
      'What the contract is made of stays out of the browser; its calls, words and addresses are welcome.',
      { path: '^apps/web/src/' },
      {
        path: '^contract/',
        pathNot: '^contract/(client|counts|event-types|(casework|provenance)/[^/]+)[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'api-has-one-door',
      'Only the product index mounts an api.ts.',
      { path: '^products/', pathNot: `^products/[^/]+/index[.]ts$|${test}` },
      { path: '^products/[^/]+/[^/]+/api[.]ts$' },
    ),
    rule(
      'rules-are-pure',
      'No I/O, no clock, no store.',
      { path: '/rules[.]ts$' },
      {
        pathNot:
          '^contract/|^platform/(text|names)[.]ts$|^platform/patterns/|/(rules|space)[.]ts$|/model/(patterns|graph-contexts)[.]ts$|node_modules/typebox',
      },
    ),
    rule(
      'sql-lives-in-stores',
      'One file per slice says sql.',
      { path: '^products/', pathNot: `store[.]ts$|/(index|tables)[.]ts$|${test}` },
      { path: '^platform/db/(?!transact|text-array|copy-format)', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'stores-decide-nothing',
      'A store does not call back up.',
      { path: '^products/.+store[.]ts$' },
      { path: '^products/', pathNot: '(store|rules|tables|model/(space|digest|graph-contexts))[.]ts$' },
    ),
    rule(
      'fastify-lives-in-http',
      'One room knows the framework.',
      { pathNot: '^(platform/(http|testing)|bench)/' },
      { path: 'node_modules/@?fastify/' },
    ),
    rule(
      'apps-do-not-meet',
      'What two of them need is in ui/, shared/ or session/, which know none of them.',
      { path: '^apps/web/src/([^/]+)/' },
      { path: '^apps/web/src/(app|console|workspace)/', pathNot: '^apps/web/src/$1/' },
    ),
    rule(
      'pages-do-not-meet',
      'Pages share through ui/ or api.ts.',
      { path: '^apps/web/src/([^/]+)/pages/([^/]+)/' },
      { path: '^apps/web/src/[^/]+/pages/', pathNot: '^apps/web/src/$1/pages/$2/' },
    ),
    rule(
      'no-cycles',
      'A cycle is a missing room.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^apps/web/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'node'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
}
