const path = require('node:path')
const order = require('./scripts/featureOrder.json')

// Import rules. Each comment says what to do instead; test/tools/boundaries.test.ts proves that every rule fires.
// dependency-cruiser needs the TypeScript 6 alias of package.json: with TypeScript 7 alone it sees no file and
// reports no error.

/** The order of modules: a module imports only those before it. */
const { modules } = order

/** Returns a rule for each of the folders, which are in their order: a file below one imports only folders before it. */
const inOrder = (name, parent, folders) =>
  folders.slice(0, -1).map((folder, position) => ({
    name,
    comment:
      `${parent}/${folder} may import ${folders.slice(0, position).join(', ') || 'no other folder'} of ` +
      `${parent}: the order is ${folders.join(' <- ')} (scripts/featureOrder.json). Move the shared code into the earlier ` +
      'folder, pass it as an argument, or emit an event.',
    severity: 'error',
    from: { path: `^${parent}/${folder}/` },
    to: { path: `^${parent}/(${folders.slice(position + 1).join('|')})/` },
  }))

/** Returns the rule that a file directly in `parent` lies below all of its folders, except the one that lists them. */
const below = (name, parent, list) => ({
  name,
  comment: `All folders of ${parent} may import this file, so it imports none of them. Only ${list} lists what they have.`,
  severity: 'error',
  from: { path: `^${parent}/[^/]+\\.tsx?$`, pathNot: `^${parent}/${list.replace('.', '\\.')}$` },
  to: { path: `^${parent}/[^/]+/` },
})

// Files of a feature folder that other features and modules may import.
const contract = '^src/modules/[^/]+/[^/]+/([a-zA-Z]+\\.|)contract\\.ts$'
const queries = '^src/modules/[^/]+/[^/]+/[a-zA-Z]+\\.queries\\.ts$'
/** Functions that change a feature's tables inside the caller's transaction. */
const writes = '^src/modules/[^/]+/[^/]+/[a-zA-Z]+\\.writes\\.ts$'
const registry = '^src/modules/(index|[^/]+/module)\\.ts$'
/** Rules and values without TypeBox that the public site's bundle may hold. */
const plain =
  '^src/(languages/office|kernel/(address|clockTime|email|moment|money|phonePrefix|robot|role|romanDay|seenText)|modules/(catalog/(fares/(certainty|counts|days)|placeSearch/links|prices/quote)\\.contract|content/pages/request\\.contract|leads/requests/(fields|flight|pastTrip|trip)\\.contract|settings/(privacy/contract|company/sentences\\.contract)))\\.ts$'
/** Messages of the site in each language, which server and browser read. */
const messages = '^src/languages/(translate|messages|office|paths)\\.ts$'
/** Kernel files that reach the browser. */
const browserFiles =
  'address check claimedTime clockTime email field fieldLabels italianFormats message moment money nearest pasted phonePrefix robot role romanDay seenText selection slug table variables'.split(
    ' ',
  )
const browserKernel = `^src/kernel/(${browserFiles.join('|')})\\.ts$`
const browserNames = browserFiles.map((name) => `${name}.ts`).join(', ')
const typebox = 'node_modules/@sinclair/typebox/'
const hostPackages =
  'node_modules/(@types/)?(fastify|@fastify|react|react-dom|radix-ui|@radix-ui|@tanstack|graphile-worker|commander|vite)/'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'platform-knows-nothing',
      comment:
        'src/platform is the infrastructure of a process: it imports packages only. Pass what it needs as an argument, or ' +
        'move the file to src/kernel.',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^(src|scripts|test|bench)/', pathNot: '^src/platform/' },
    },
    {
      name: 'languages-know-nothing',
      comment:
        'Server and browser read src/languages, so it imports packages only. Pass what it needs as an argument.',
      severity: 'error',
      from: { path: '^src/languages/' },
      to: { path: '^(src|scripts|test|bench)/', pathNot: '^src/languages/' },
    },
    {
      name: 'kernel-knows-the-platform-only',
      comment:
        'Every module uses src/kernel, so it imports src/platform, the languages and packages only. Pass what it needs as an ' +
        'argument, or move the file into its feature.',
      severity: 'error',
      from: { path: '^src/kernel/' },
      to: { path: '^(src|scripts|test|bench)/', pathNot: '^src/(kernel|platform|languages)/' },
    },
    {
      name: 'contract-is-browser-safe',
      comment:
        `The browser reads contracts too, so a contract imports TypeBox, ${browserNames} and other contracts only. ` +
        'Put code that needs more into a file beside it.',
      severity: 'error',
      from: { path: contract },
      to: {
        pathNot: [typebox, browserKernel, messages, contract],
      },
    },
    {
      name: 'browser-kernel-is-light',
      comment:
        `${browserNames} reach the browser: at run time they import TypeBox, the messages and each other only. ` +
        'Import the rest as `import type`, or put the code into a kernel file that only the server uses.',
      severity: 'error',
      from: { path: browserKernel },
      to: { pathNot: [typebox, browserKernel, messages], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'module-internals-are-private',
      comment:
        'Other modules may import only the .contract, .queries and .writes files of a feature. To make it do something ' +
        'that need not be in the same transaction, emit an event that it reacts to. modules/index.ts and module.ts are for hosts.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: { path: '^src/modules/', pathNot: ['^src/modules/$1/', contract, queries, writes] },
    },
    {
      name: 'feature-internals-are-private',
      comment:
        'A feature imports only the .contract, .queries and .writes files of another feature of its module. Move the code ' +
        'there, or, if it belongs to no feature, directly into the folder of the module.',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/([^/]+)/' },
      to: { path: '^src/modules/$1/[^/]+/', pathNot: ['^src/modules/$1/$2/', contract, queries, writes] },
    },
    ...modules.map((module, position) => ({
      name: 'module-direction',
      comment:
        `${module} may import ${modules.slice(0, position).join(', ') || 'no other module'}: the order is ` +
        `${modules.join(' <- ')}. Read the data in the later module, or emit an event.`,
      severity: 'error',
      from: { path: `^src/modules/${module}/` },
      to: {
        path: '^src/modules/[^/]+/',
        pathNot: `^src/modules/(${modules.slice(0, position + 1).join('|')})/`,
      },
    })),
    ...Object.entries(order.features).flatMap(([module, features]) => [
      ...inOrder('feature-direction', `src/modules/${module}`, features),
      below('feature-direction', `src/modules/${module}`, 'module.ts'),
    ]),
    {
      name: 'modules-do-not-know-their-hosts',
      comment:
        'A module runs in the same way under HTTP, worker, command line and tests: it imports no Fastify, React or ' +
        'graphile-worker, and nothing of api, worker, web or scripts. Return data or throw HttpError.',
      severity: 'error',
      from: { path: '^src/modules/' },
      to: { path: ['^(src/(api|worker|web)|scripts|test|bench)/', hostPackages] },
    },
    {
      name: 'web-sees-contracts-only',
      comment:
        `A page imports only these server files: contracts, ${browserNames}. Data reaches it through call() of ` +
        'client.ts or in what the server renders; put a rule that both sides need into the contract.',
      severity: 'error',
      from: { path: '^src/web/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(src|scripts|test|bench)/',
        pathNot: [
          '^src/web/',
          contract,
          browserKernel,
          messages,
          '^src/languages/[a-z]+\\.json$',
          // The panel alone; the public site's rule below lists the files that visitors load.
          '^src/languages/languageName\\.ts$',
        ],
      },
    },
    {
      name: 'public-site-takes-types-only',
      comment:
        'Write `import type`: importing a contract as a value adds TypeBox, 18 KB gzip for every visitor. Let the ' +
        'server send the value, or write it where it is shown.',
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
        'The public site and the panel share src/web/ui and client.ts but never import each other: one bundle would ' +
        'contain the other. Put shared code into ui/, which imports neither.',
      severity: 'error',
      from: { path: '^src/web/(site|admin|ui)/' },
      to: { path: '^src/web/(site|admin)/', pathNot: '^src/web/$1/' },
    },
    ...inOrder('site-direction', 'src/web/site', order.site),
    ...inOrder('panel-direction', 'src/web/admin', order.panel),
    ...Object.entries(order.screens).flatMap(([area, features]) => [
      ...inOrder('panel-direction', `src/web/admin/${area}`, features),
      below('panel-direction', `src/web/admin/${area}`, 'screens.ts'),
    ]),
    {
      name: 'panel-direction',
      comment:
        'Files directly in src/web/admin put the areas of the panel together, so no area imports them. Move what areas ' +
        'share into kit/.',
      severity: 'error',
      from: { path: '^src/web/admin/[^/]+/' },
      to: { path: '^src/web/admin/[^/]+\\.tsx?$' },
    },
    {
      name: 'hosts-see-the-registry-only',
      comment:
        'api, worker and bench import modules only through modules/index.ts and a module.ts. Take a handler from there ' +
        'and run() it; functions that a host calls are exported there.',
      severity: 'error',
      from: { path: '^(src/api|src/worker|bench)/' },
      to: { path: '^src/modules/', pathNot: registry },
    },
    {
      name: 'hosts-see-the-registry-only',
      comment:
        'Of modules, scripts import modules/index.ts, a module.ts and the contracts by which the command line names calls.',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^src/modules/', pathNot: [registry, '^src/modules/.*contract\\.ts$'] },
    },
    {
      name: 'hosts-take-the-built-site',
      comment:
        'Pages are rendered by the Vite build of src/web. A host imports only assets.ts of its source, which names the ' +
        'built files.',
      severity: 'error',
      from: { path: '^(src/api|src/worker|scripts|bench)/' },
      to: { path: '^src/web/', pathNot: '^src/web/assets\\.ts$' },
    },
    {
      name: 'hosts-stand-alone',
      comment:
        'api, worker and scripts are processes that share only the database. Put code that two of them need into the kernel.',
      severity: 'error',
      from: { path: '^(src/api|src/worker)/' },
      to: { path: '^(src/api|src/worker|scripts)/', pathNot: '^$1/' },
    },
    {
      name: 'hosts-stand-alone',
      comment:
        'A script uses api and worker through the database, or starts their processes. Only the command line may act as ' +
        'a worker, while it waits for a job: it calls startWorker() of worker.ts.',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^src/(api|worker)/', pathNot: '^src/worker/worker\\.ts$' },
    },
    {
      name: 'production-dependencies-only',
      comment:
        'src runs after `npm ci --omit=dev`; only src/web is built before: list the package under dependencies in ' +
        'package.json, or import only its types.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/web/', '\\.test\\.ts$'] },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      comment:
        'Files import each other in a circle: merge them, or move the shared code into a file that imports neither.',
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
    exclude: { path: '^test/fixtures/' },
    // `import type` counts: most of these boundaries concern what a reader must know, not what runs.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: path.join(__dirname, 'tsconfig.json') },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
