import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

// Run `npm run lock` after every `npm install`. npm leaves binaries of other platforms out of package-lock.json if its
// registry does not offer them, and `npm ci` then fails on every machine ("Missing: … from lock file"). This script
// adds them without a checksum. Each run asks the registry again for those that have none. With `--check` it writes
// nothing, and fails if a binary is missing.

interface Package {
  version?: string
  integrity?: string
  inBundle?: boolean
  optionalDependencies?: Record<string, string>
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
}

type Packages = Record<string, Package>

const systems = 'android darwin freebsd linux netbsd openbsd openharmony sunos win32 aix'.split(' ')
const processors = 'arm64 x64 ia32 arm ppc64 riscv64 s390x loong64 mips64el wasm32'.split(' ')

const root = path.join(import.meta.dirname, '..')
for (const name of globSync(['package-lock.json', 'scripts/onDemand/*/package-lock.json'], {
  cwd: root,
}).sort())
  complete(name)

function complete(name: string): void {
  const file = path.join(root, name)
  const isCheck = process.argv.includes('--check')
  if (!isCheck) askRegistryAgain(file)
  const lock = read(file)
  const missing = missingFrom(lock.packages)
  if (missing.length === 0) console.log(`${name} is complete`)
  else if (isCheck) {
    console.error(`${name} lacks ${missing.map(([place]) => place).join(', ')}: npm run lock`)
    process.exitCode = 1
  } else {
    const all = Object.entries(lock.packages).concat(missing)
    lock.packages = Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)))
    write(file, lock)
    console.log(`${name}: added ${missing.length} packages of other platforms`)
  }
}

function read(file: string): { packages: Packages } {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function write(file: string, lock: { packages: Packages }): void {
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}

/** Removes the binaries without a checksum, and lets npm add those that the registry offers by now. */
function askRegistryAgain(file: string): void {
  const lock = read(file)
  const all = Object.entries(lock.packages)
  const proven = all.filter(([, one]) => one.integrity || one.inBundle || !one.optional)
  if (proven.length === all.length) return
  write(file, { ...lock, packages: Object.fromEntries(proven) })
  const line = 'npm install --package-lock-only --ignore-scripts --no-audit --no-fund --loglevel=error'
  const { status } = spawnSync(line, { cwd: path.dirname(file), stdio: 'inherit', shell: true })
  if (status !== 0) throw new Error(`npm could not renew ${file}`)
}

/** Returns the packages that another package declares as optional but the lock lacks, each with its path. */
function missingFrom(packages: Packages): [string, Package][] {
  const found = new Map<string, Package>()
  for (const [place, parent] of Object.entries(packages))
    for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
      const added = `node_modules/${name}`
      if (!isResolved(packages, place, name) && !found.has(added))
        found.set(added, entryFor(name, range, parent))
    }
  return [...found]
}

/** Returns whether the lock has the package `name` in node_modules of the folder `place` or of a folder above. */
function isResolved(packages: Packages, place: string, name: string): boolean {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (`${folder}${folder && '/'}node_modules/${name}` in packages) return true
    if (folder === '') return false
  }
}

function entryFor(name: string, range: string, parent: Package): Package {
  // Packages pin the exact version of their binaries, so the range is one version.
  const version = range.replace(/^[\^~=v]+/, '')
  const words = name.replace('windows', 'win32').split(/[/-]/)
  const system = systems.find((one) => words.includes(one))
  const processor = processors.find((one) => words.includes(one))
  // This entry has no checksum. Without `os` or `cpu`, `npm ci` would install the unchecked package on every platform.
  if ((!system && !processor) || !/^\d+\.\d+\.\d+/.test(version))
    throw new Error(
      `${name}@${range} is no binary of one platform: run npm install with a registry that has it`,
    )
  return {
    version,
    ...(processor && { cpu: [processor] }),
    ...(parent.dev && { dev: true }),
    ...(parent.devOptional && { devOptional: true }),
    ...(name.includes('musl') && { libc: ['musl'] }),
    optional: true,
    ...(system && { os: [system] }),
  }
}
