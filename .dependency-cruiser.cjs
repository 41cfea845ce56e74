const path = require('node:path')

// Who may import whom. Each comment says what to do instead; test/tools/boundaries.test.ts proves that every rule fires.
// The cruise needs the TypeScript 6 alias of package.json: with TypeScript 7 alone it sees no file and reports no error.

/** The order of reading: a module reads those before it, and nobody after it. */
const modules = ['settings', 'catalog', 'content', 'leads', 'integrations', 'operations']

// Files of a feature folder that other features and modules may import.
const contract = '^src/modules/[^/]+/[^/]+/([a-zA-Z]+\\.|)contract\\.ts$'
const queries = '^src/modules/[^/]+/[^/]+/([a-zA-Z]+\\.|)queries\\.ts$'
/** Functions that change a feature's tables inside the caller's transaction: for its siblings. */
const writes = '^src/modules/[^/]+/[^/]+/([a-zA-Z]+\\.|)writes\\.ts$'
const registry = '^src/modules/(index|[^/]+/module)\\.ts$'
/** Rules and values without TypeBox that the public site's bundle may hold. */
const plain =
  '^src/(kernel/(address|email|money)|modules/(catalog/prices/quote\\.contract|leads/requests/fields\\.contract|settings/privacy/contract))\\.ts$'
const browserKernel = '^src/kernel/(address|email|money|message|field|check|refused)\\.ts$'
const typebox = 'node_modules/@sinclair/typebox/'
const hostPackages =
  'node_modules/(@types/)?(fastify|@fastify|react|react-dom|radix-ui|@radix-ui|@tanstack|graphile-worker|commander|vite)/'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'platform-knows-nothing',
      comment:
        'src/platform is what the process stands on: it imports packages only. Pass what it needs as an argument, or ' +
        'move the file to src/kernel.',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^(src|scripts|test|bench)/', pathNot: '^src/platform/' },
    },
    {
      name: 'kernel-knows-the-platform-only',
      comment:
        'src/kernel carries every module, so it imports src/platform and packages only. Pass what it needs as an ' +
        'argument, or move the file into the feature that it is about.',
      severity: 'error',
      from: { path: '^src/kernel/' },
      to: { path: '^(src|scripts|test|bench)/', pathNot: '^src/(kernel|platform)/' },
    },
    {
      name: 'contract-is-browser-safe',
      comment:
        'The browser reads contracts too, so a contract imports TypeBox, email.ts, field.ts, message.ts, money.ts and ' +
        'other contracts only. What needs more is a file beside it, used by queries.ts or commands.ts.',
      severity: 'error',
      from: { path: contract },
      to: { pathNot: [typebox, '^src/kernel/(email|field|message|money)\\.ts$', contract] },
    },
    {
      name: 'browser-kernel-is-light',
      comment:
        'address.ts, email.ts, money.ts, message.ts, field.ts, check.ts and refused.ts reach the browser: at run time ' +
        'they import TypeBox and each other only. Take the rest as `import type`, or do the work in a kernel file that ' +
        'stays on the server.',
      severity: 'error',
      from: { path: browserKernel },
      to: { pathNot: [typebox, browserKernel], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'module-internals-are-private',
      comment:
        'A module shows the others the contract and queries files of its features. Ask there; to make it do ' +
        'something, emit an event that it reacts to. modules/index.ts and module.ts are for hosts.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '^src/modules/', pathNot: ['^src/modules/$1/', contract, queries] },
    },
    {
      name: 'feature-internals-are-private',
      comment:
        'A feature folder uses a sibling through its contract, queries and writes files. Move there what the sibling ' +
        'needs, or, if it belongs to no feature, directly into the folder of the module.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/([^/]+)/' },
      to: { path: '^src/modules/$1/[^/]+/', pathNot: ['^src/modules/$1/$2/', contract, queries, writes] },
    },
    {
      name: 'shared-knows-no-feature',
      comment:
        'A file directly in the folder of a module serves all its features, so it imports their contracts only. ' +
        'Pass what it needs as an argument, or move it into the feature that it is about.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/[^/]+\\.ts$', pathNot: registry },
      to: { path: '^src/modules/$1/([^/]+/|module\\.ts$)', pathNot: contract },
    },
    ...modules.map((module, position) => ({
      name: 'module-direction',
      comment:
        `${module} reads ${modules.slice(0, position).join(', ') || 'no other module'}: the order of reading is ` +
        `${modules.join(' <- ')}. Ask the question in the later module, or emit an event.`,
      severity: 'error',
      from: { path: `^src/modules/${module}/` },
      to: {
        path: '^src/modules/[^/]+/',
        pathNot: `^src/modules/(${modules.slice(0, position + 1).join('|')})/`,
      },
    })),
    {
      name: 'modules-do-not-know-their-hosts',
      comment:
        'A module runs alike under HTTP, worker, command line and tests: no Fastify, React or graphile-worker, nothing ' +
        'of api, worker, web or scripts. Return data or throw HttpError; the host does the rest.',
      severity: 'error',
      from: { path: '^src/modules/' },
      to: { path: ['^(src/(api|worker|web)|scripts|test|bench)/', hostPackages] },
    },
    {
      name: 'web-sees-contracts-only',
      comment:
        'Of our server code, a page imports contracts, address.ts, email.ts, money.ts, message.ts, field.ts and ' +
        'check.ts. Data reaches it through call() of client.ts or in what the server renders; a rule that both sides ' +
        'need goes into the contract.',
      severity: 'error',
      from: { path: '^src/web/' },
      to: {
        path: '^(src|scripts|test|bench)/',
        pathNot: ['^src/web/', contract, '^src/kernel/(address|email|money|message|field|check)\\.ts$'],
      },
    },
    {
      name: 'public-site-takes-types-only',
      comment:
        'Write `import type`: a contract imported as a value brings TypeBox along, 18 KB gzip for every visitor. Let ' +
        'the server send the value, or write it where it is shown.',
      severity: 'error',
      from: { path: '^src/web/(site/|ui/|(client|boot|document)\\.ts$|server\\.tsx$)' },
      to: {
        path: ['^src/(modules|kernel|platform)/', typebox],
        pathNot: plain,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'plain-files-stay-plain',
      comment:
        'Every visitor loads this file, so at run time it imports no TypeBox and no file that may import it. Take types ' +
        'alone, or move what needs TypeBox to another contract.',
      severity: 'error',
      from: { path: plain },
      to: { pathNot: plain, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'site-and-admin-are-two-programs',
      comment:
        'The public site and the panel share src/web/ui and client.ts, never each other: one bundle would drag the ' +
        'other along. What both need goes into ui/, which imports neither.',
      severity: 'error',
      from: { path: '^src/web/(site|admin|ui)/' },
      to: { path: '^src/web/(site|admin)/', pathNot: '^src/web/$1/' },
    },
    {
      name: 'hosts-see-the-registry-only',
      comment:
        'api, worker, scripts and bench reach modules through modules/index.ts and a module.ts. Take a handler from ' +
        'there and run() it; what a host calls by name is exported there.',
      severity: 'error',
      from: { path: '^(src/api|src/worker|scripts|bench)/' },
      to: { path: '^src/modules/', pathNot: registry },
    },
    {
      name: 'hosts-take-the-built-site',
      comment:
        'Pages are rendered by what Vite built of src/web: of its source, a host imports assets.ts alone, which names ' +
        'the built files.',
      severity: 'error',
      from: { path: '^(src/api|src/worker|scripts|bench)/' },
      to: { path: '^src/web/', pathNot: '^src/web/assets\\.ts$' },
    },
    {
      name: 'hosts-stand-alone',
      comment:
        'api, worker and scripts are processes that meet in the database. What two of them need goes into the kernel.',
      severity: 'error',
      from: { path: '^(src/api|src/worker)/' },
      to: { path: '^(src/api|src/worker|scripts)/', pathNot: '^$1/' },
    },
    {
      name: 'hosts-stand-alone',
      comment:
        'A script reaches api and worker through the database, or starts their processes. The command line alone may ' +
        'act as a worker, while it waits for a job: it calls startWorker() of worker.ts.',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^src/(api|worker)/', pathNot: '^src/worker/worker\\.ts$' },
    },
    {
      name: 'production-dependencies-only',
      comment:
        'src runs where `npm ci --omit=dev` installed it, src/web alone is built before: list the package under ' +
        'dependencies in package.json, or take its types alone.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/web/', '\\.test\\.ts$'] },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      comment:
        'Files that need each other are one thought in two files, or hide a third: move what both need into a file ' +
        'that imports neither.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolves',
      comment: 'No such file or package: check the name and the .ts ending, or add it to package.json.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // `import type` counts: most of these boundaries are about what a reader must know, not about what runs.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: path.join(__dirname, 'tsconfig.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
