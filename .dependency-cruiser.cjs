const path = require('node:path')

// Who may import whom. Each comment says what to do instead; test/tools/boundaries.test.ts proves that every rule bites.
// The cruise needs the TypeScript 6 alias of package.json: with TypeScript 7 alone it sees no file and finds no fault.

const contract = '^src/modules/[^/]+/contract\\.([a-z]+\\.|)ts$'
const queries = '^src/modules/[^/]+/queries\\.([a-z]+\\.|)ts$'
const browserKernel = '^src/(address|message|field|check|refused)\\.ts$'
const typebox = 'node_modules/@sinclair/typebox/'
const hostPackages =
  'node_modules/(@types/)?(fastify|@fastify|react|react-dom|radix-ui|@radix-ui|@tanstack|graphile-worker|commander|vite)/'

/** The other modules that a module may read; one that is not listed may read any. */
const mayRead = { settings: [], catalog: ['settings'], content: ['settings', 'catalog'] }

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'kernel-knows-nothing',
      comment:
        'A file directly in src/ serves everyone, so it imports no folder of ours. Pass what it needs as an ' +
        'argument, or move the file into the folder that it is about.',
      severity: 'error',
      from: { path: '^src/[^/]+\\.ts$' },
      to: { path: '^(src/[^/]+|scripts|test|bench)/' },
    },
    {
      name: 'contract-is-browser-safe',
      comment:
        'The browser reads contract.ts too, so it imports TypeBox, field.ts, message.ts and other contracts only. ' +
        'What needs more is a file of its own beside it, used by queries.ts or commands.ts.',
      severity: 'error',
      from: { path: contract },
      to: { pathNot: [typebox, '^src/(field|message)\\.ts$', contract] },
    },
    {
      name: 'browser-kernel-is-light',
      comment:
        'address.ts, message.ts, field.ts, check.ts and refused.ts reach the browser: when running they import TypeBox and each ' +
        'other only. Take the rest as `import type`, or do the work in a kernel file that stays on the server.',
      severity: 'error',
      from: { path: browserKernel },
      to: { pathNot: [typebox, browserKernel], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'module-internals-are-private',
      comment:
        'A module shows the others its contract.ts and queries.ts. Ask there; to make it do something, emit an event ' +
        'that it reacts to. The registry, modules/index.ts, is for hosts.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '^src/modules/', pathNot: ['^src/modules/$1/', contract, queries] },
    },
    ...Object.entries(mayRead).map(([module, others]) => ({
      name: 'module-direction',
      comment:
        `${module} reads ${others.join(' and ') || 'no other module'}: settings <- catalog <- content; leads and ` +
        'integrations read anyone. Put the question into the module that may ask it, or emit an event.',
      severity: 'error',
      from: { path: `^src/modules/${module}/` },
      to: { path: '^src/modules/[^/]+/', pathNot: `^src/modules/(${[module, ...others].join('|')})/` },
    })),
    {
      name: 'modules-do-not-know-their-hosts',
      comment:
        'A module runs alike under HTTP, worker, command line and tests: no Fastify, React or graphile-worker, nothing ' +
        'of api, worker, web or scripts. Answer data or throw Refused; the host does the rest.',
      severity: 'error',
      from: { path: '^src/modules/' },
      to: { path: ['^(src/(api|worker|web)|scripts|test|bench)/', hostPackages] },
    },
    {
      name: 'web-sees-contracts-only',
      comment:
        'Of our code, a page sees contracts, address.ts, message.ts, field.ts and check.ts. Data reaches it through call() of ' +
        'client.ts or in what the server renders; a rule that both sides need goes into the contract.',
      severity: 'error',
      from: { path: '^src/web/' },
      to: {
        path: '^(src|scripts|test|bench)/',
        pathNot: ['^src/web/', contract, '^src/(address|message|field|check)\\.ts$'],
      },
    },
    {
      name: 'public-site-takes-types-only',
      comment:
        'Write `import type`: a contract taken as a value brings TypeBox along, 18 KB gzip for every visitor. Let ' +
        'the server send the value, or write it where it is shown.',
      severity: 'error',
      from: { path: '^src/web/(site/|ui/|(client|boot|document)\\.ts$|server\\.tsx$)' },
      to: {
        path: ['^src/(modules/|[^/]+$)', typebox],
        // Plain rules and values without TypeBox, which page and server must not see differently.
        pathNot: '^src/(address|modules/(catalog/contract\\.quote|settings/contract\\.privacy))\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'site-and-admin-are-two-programs',
      comment:
        'The public site and the panel share src/web/ui and client.ts, never each other: one bundle would drag the ' +
        'other along. What both need goes into ui/, where it knows neither.',
      severity: 'error',
      from: { path: '^src/web/(site|admin|ui)/' },
      to: { path: '^src/web/(site|admin)/', pathNot: '^src/web/$1/' },
    },
    {
      name: 'hosts-see-the-registry-only',
      comment:
        'api, worker, scripts and bench reach modules through modules/index.ts. Take a handler from there and run() ' +
        'it; what a host calls by name is exported there.',
      severity: 'error',
      from: { path: '^(src/api|src/worker|scripts|bench)/' },
      to: { path: '^src/modules/[^/]+/' },
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
        'be a worker itself, while it waits for a job: it calls startWorker() of worker.ts.',
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
