// npm runs this script after `npm ci` and `npm install`. Plain JavaScript, because old versions of Node must parse it.
const { copyFileSync, existsSync, rmSync, symlinkSync } = require('node:fs')
const path = require('node:path')
const { install, onDemand } = require('./onDemand/install.cjs')

const root = path.join(__dirname, '..')
const fromNpm = path.join(onDemand, 'node24')
const isWindows = process.platform === 'win32'

try {
  checkInstaller()
  linkNode(node24())
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

/** Throws under an old Node, because npm then silently omits the binaries of packages that require a newer Node. */
function checkInstaller() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const isComplete = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
  if (!isComplete)
    throw new Error(
      `npm under Node ${process.version} leaves out packages that need Node 20.19 or 22.12: ` +
        'install Node 24 (https://nodejs.org) and repeat `npm ci`.',
    )
}

function node24() {
  const isRecent = Number(process.versions.node.split('.')[0]) >= 24
  if (isRecent && !process.execPath.startsWith(fromNpm)) return process.execPath
  install('node24')
  const system = isWindows ? 'win' : process.platform
  // The package `node` has its binaries in one of these packages.
  const names = ['node', 'node-bin'].map((name) => `${name}-${system}-${process.arch}`)
  const files = names.map((name) =>
    path.join(fromNpm, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node'),
  )
  const file = files.find((one) => existsSync(one))
  if (!file)
    throw new Error(
      `This needs Node 24 and runs under ${process.version}. npm has none for ${process.platform} ${process.arch}: ` +
        'install Node 24 (https://nodejs.org) and repeat `npm ci`.',
    )
  return file
}

/** Links Node into `node_modules/.bin`, which npm puts first on PATH. */
function linkNode(file) {
  const bin = path.join(root, 'node_modules', '.bin')
  const link = path.join(bin, isWindows ? 'node.exe' : 'node')
  if (isWindows && file === process.execPath) return
  rmSync(link, { force: true })
  // On Windows only administrators may create links to files.
  if (isWindows) copyFileSync(file, link)
  else symlinkSync(file.startsWith(root) ? path.relative(bin, file) : file, link)
}
