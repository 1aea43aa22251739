// Empty shells of many frameworks are distinguished from pages. A short but complete page is not a shell.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isShell } from './shell.ts'

const page = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Acme Trust Center</title>${head}</head><body>${body}</body></html>`
const APP = '<script src="/assets/app.js"></script>'
const MODULE = '<script type="module" crossorigin src="/assets/index-5f3c19.js"></script>'
const TAGS = '<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script><script>gtag("x")</script>'

const SHELLS: readonly [of: string, html: string][] = [
  [
    'Create React App',
    page(`<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>${APP}`),
  ],
  ['Vite with React', page('<div id="root"></div>', MODULE)],
  [
    'Vue CLI',
    page(
      `<noscript><strong>We're sorry but trust doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript><div id="app"></div>${APP}`,
    ),
  ],
  ['Vite with Vue', page(`<div id="app"></div>${MODULE}`)],
  ['Quasar', page(`<div id="q-app"></div>${APP}`)],
  ['Nuxt without server', page(`<div id="__nuxt"></div><script>window.__NUXT__={}</script>${MODULE}`)],
  ['Nuxt with its spinner', page(`<div id="__nuxt"><div class="spinner">Loading...</div></div>${MODULE}`)],
  ['Next without server', page(`<div id="__next"></div><script src="/_next/static/chunks/main.js" defer></script>`)],
  ['Gatsby', page(`<div id="___gatsby"></div>${APP}`)],
  ['Angular', page('<app-root></app-root><script src="runtime.js" type="module"></script>')],
  ['Angular that loads', page('<app-root>Loading…</app-root><script src="main.js" type="module"></script>')],
  ['AngularJS', page(`<div ng-app="trust"><div ng-view></div></div>${APP}`)],
  ['AngularJS with states', page(`<div ui-view></div>${APP}`)],
  ['Svelte', page(`<div id="svelte"></div>${MODULE}`)],
  ['SvelteKit', page(`<div style="display: contents"><script>Promise.all([import("/_app/start.js")])</script></div>`)],
  ['Solid', page(`<div id="root"></div><script src="/src/index.tsx" type="module"></script>`)],
  ['Preact', page(`<div id="app"></div><script defer src="/bundle.1f3.js"></script>`)],
  ['Lit', page('<my-element></my-element><script type="module" src="/my-element.js"></script>')],
  ['Polymer', page('<trust-center></trust-center><script src="/elements.js"></script>')],
  ['Stencil', page('<app-home></app-home><script type="module" src="/build/app.esm.js"></script>')],
  ['Ionic', page('<app-root></app-root><script type="module" src="/build/app.esm.js"></script>')],
  ['Aurelia', page(`<div aurelia-app="main" id="host"></div>${APP}`)],
  ['Ember', page(`<script src="/assets/vendor.js"></script><script src="/assets/acme.js"></script>`)],
  ['Meteor', page('<script src="/meteor_runtime_config.js"></script><script src="/app.js"></script>')],
  ['Elm', page(`<div id="elm-node"></div>${APP}`)],
  ['Blazor', page('<div id="app">Loading...</div><script src="_framework/blazor.webassembly.js"></script>')],
  [
    'Blazor with its error bar',
    page(
      `<div id="app"><svg></svg><div class="loading-progress-text"></div></div><div id="blazor-error-ui" hidden>An unhandled error has occurred.</div>${APP}`,
    ),
  ],
  ['Flutter', page('<script src="flutter_bootstrap.js" async></script>')],
  ['GWT', page('<script src="acme/acme.nocache.js"></script><iframe id="__gwt" style="display:none"></iframe>')],
  ['Ext JS', page('<script src="bootstrap.js"></script>')],
  [
    'SAPUI5',
    page(`<div id="content"></div>`, '<script id="sap-ui-bootstrap" src="resources/sap-ui-core.js"></script>'),
  ],
  ['Dojo', page(`<div id="appLayout"></div><script src="/dojo/dojo.js"></script>`)],
  ['RequireJS', page(`<div id="main"></div><script data-main="app" src="/require.js"></script>`)],
  ['Backbone', page(`<div id="container"></div>${APP}`)],
  ['Ruby with React', page(`<div data-react-class="Trust" id="Trust-react-component-0"></div>${APP}`)],
  [
    'Remix in SPA mode',
    page(`<div id="root"></div><link rel="modulepreload" href="/entry.js"><script>import("/e.js")</script>`),
  ],
  ['Docsify', page('<div id="app"></div><script src="//cdn.example/docsify.min.js"></script>')],
  ['a hosted trust center', page('<div id="trust-portal-root"></div>', MODULE)],
  [
    'Notion',
    page(
      '<noscript>JavaScript must be enabled in order to use Notion.<br>Please enable JavaScript to continue.</noscript><div id="notion-app"></div><script src="/app.js"></script>',
    ),
  ],
  [
    'Salesforce',
    page('<div class="auraMsgBox" id="auraLoadingBox"><span>Loading</span></div><script src="/aura.js"></script>'),
  ],
  [
    'a German app',
    page(`<noscript>Bitte aktivieren Sie JavaScript, um diese Seite zu nutzen.</noscript><div id="x"></div>${APP}`),
  ],
  ['a French app', page(`<noscript>Cette application nécessite JavaScript.</noscript><div class="x"></div>${APP}`)],
  ['a Spanish app', page(`<noscript>Habilite JavaScript para continuar.</noscript><div class="x"></div>${APP}`)],
  ['an Italian app', page(`<p>Attiva JavaScript per usare questo sito.</p>${APP}`)],
  ['a Portuguese app', page(`<noscript>Ative o JavaScript para continuar.</noscript><div></div>${APP}`)],
  ['a Dutch app', page(`<noscript>Schakel JavaScript in om deze site te gebruiken.</noscript><div></div>${APP}`)],
  ['a Japanese app', page(`<noscript>JavaScriptを有効にしてください。</noscript><div></div>${APP}`)],
  [
    'an app with menu and footer',
    page(
      `<header><a href="/">Acme</a> <a href="/pricing">Pricing</a> <a href="/docs">Documentation</a></header><main id="root"></main><footer><a href="/legal">Legal</a> © 2026 Acme Inc. All rights reserved.</footer>${APP}`,
    ),
  ],
  [
    'an app with a skeleton',
    page(`<div id="root"><div class="skeleton"></div><div class="skeleton"></div></div>${APP}`),
  ],
  ['an app with a splash screen', page(`<div class="splash"><p>Please wait…</p></div>${APP}`)],
  [
    'an app with a tag manager',
    page(
      `<noscript><iframe src="https://www.googletagmanager.com/ns.html" height="0" width="0"></iframe></noscript><div id="root"></div>${TAGS}${APP}`,
    ),
  ],
  [
    'an app with much data in a script',
    page(`<div id="app"></div><script type="application/json">${'{"a":"word word"}'.repeat(20_000)}</script>${APP}`),
  ],
]
for (const [of, html] of SHELLS)
  test(`the empty page of ${of} is a shell`, () => {
    assert.equal(isShell(html), true)
  })

const LIST = '<h1>Subprocessors</h1><ul><li>Amazon Web Services</li><li>Stripe</li></ul>'
const PAGES: readonly [what: string, html: string][] = [
  ['a list of two', page(LIST)],
  ['a list of two with analytics', page(LIST + TAGS)],
  ['a list of two with a chat', page(`${LIST}<div id="chat-root"></div>${APP}`)],
  ['a list of two with an empty container', page(`${LIST}<div id="app"></div>${APP}`)],
  ['a prerendered page', page(`<div id="__next"><main>${LIST}</main></div>${APP}`)],
  [
    'a page that asks for scripts to show comments',
    page(`${LIST}<noscript>Please enable JavaScript to view the comments powered by Disqus.</noscript>${APP}`),
  ],
  [
    'a complete page that asks for scripts',
    page(`${LIST}<noscript>Please enable JavaScript to use this site.</noscript>${APP}`),
  ],
  ['a single sentence', page(`<p>We use no subprocessors.</p>${APP}`)],
  ['a single sentence with analytics', page(`<p>We use no subprocessors.</p>${TAGS}`)],
  ['nothing at all', page('')],
  ['nothing but a tag manager', page(TAGS)],
  ['a picture', page(`<img src="/certificate.png" alt="Certificate">${APP}`)],
  ['a framed document', page(`<iframe src="/dpa.pdf" width="100%" height="800"></iframe>${APP}`)],
  ['a form for a password', page(`<form><input name="email"><button>Sign in</button></form>${APP}`)],
  [
    'a page about JavaScript',
    page(
      `<h1>Security of our scripts</h1><p>Our SDK requires JavaScript in the browser, and it is signed by us.</p>${APP}`,
    ),
  ],
  [
    'a page with its text in a table',
    page(
      `<div id="root"><table><tr><td>Hobbinlake GmbH</td><td>Hosting of the service in two regions</td><td>Germany</td></tr><tr><td>Nettlecairn</td><td>Payments of customers</td><td>Ireland</td></tr></table></div>${APP}`,
    ),
  ],
  [
    'a page with an empty container for a form',
    page(
      `<div id="wrapper"><h1>Contact</h1><p>Write to security at acme dot example, we answer within two days and thank whoever finds a hole.</p></div><div id="form-app"></div>${APP}`,
    ),
  ],
  ['a page without scripts and words', page('<div id="root"></div>')],
  ['a page in Japanese', page(`<div id="root"><h1>委託先一覧</h1><p>当社は次の委託先を利用します。</p></div>${APP}`)],
]
for (const [what, html] of PAGES)
  test(`${what} is not a shell`, () => {
    assert.equal(isShell(html), false)
  })
