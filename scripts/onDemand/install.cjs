// `node scripts/onDemand/install.cjs lighthouse` installs a tool, which `npm ci` leaves out, into
// `node_modules/.onDemand`. Plain JavaScript, because old versions of Node must parse it.
const { spawnSync } = require('node:child_process')
const { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const path = require('node:path')

const onDemand = path.join(__dirname, '..', '..', 'node_modules', '.onDemand')

/** Throws if npm cannot install the tool. */
function install(tool) {
  const folder = path.join(onDemand, tool)
  const lock = readFileSync(path.join(__dirname, tool, 'package-lock.json'), 'utf8')
  const installed = path.join(folder, 'node_modules', '.installed-lock.json')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === lock) return
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(path.join(__dirname, tool, name), path.join(folder, name))
  process.stderr.write(`Installing ${tool} from npm\n`)
  const options = ['ci', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const { status, error } = npm
    ? spawnSync(process.execPath, [npm, ...options], { cwd: folder, stdio: ['ignore', 2, 2] })
    : spawnSync(`npm ${options.join(' ')}`, { cwd: folder, stdio: ['ignore', 2, 2], shell: true })
  if (status !== 0) throw new Error(`npm ci in ${folder} failed${error ? `: ${error.message}` : ''}`)
  writeFileSync(installed, lock)
}

module.exports = { install, onDemand }

if (require.main === module) {
  try {
    install(process.argv[2])
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
