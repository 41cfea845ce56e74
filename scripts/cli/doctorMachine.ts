import { constants, globSync } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import {
  type ConditionState,
  conditionsAbout,
  ownSources,
  stateNumbers,
} from '../../src/modules/operations/module.ts'
import type { Config } from '../../src/platform/config.ts'
import { type Check, checkOf, fail, ok, warn } from './doctorCheck.ts'

const nodeMajor = 24
const spaceFail = 200 * 2 ** 20
const spaceWarn = 2 ** 30
const apiMs = 3_000
const conditionStates = Object.keys(stateNumbers) as ConditionState[]

/** API processes that systemd starts with the machine. A unit's name contains its port. */
const enabledApis = '/etc/systemd/system/multi-user.target.wants/salento-api@*.service'

export async function machineChecks(config: Config): Promise<Check[]> {
  const ports = globSync(enabledApis).flatMap((unit) => Number(unit.match(/@(\d+)/)?.[1] ?? []))
  const apis = await Promise.all(
    (ports.length > 0 ? ports.sort() : [config.port]).map((port) => apiChecks({ ...config, port })),
  )
  return [nodeCheck(), siteCheck(config), ...(await folderChecks(config)), ...apis.flat()]
}

function nodeCheck(): Check {
  const { node } = process.versions
  if (Number.parseInt(node, 10) >= nodeMajor) return ok('node', `Node ${node}`)
  return fail(
    'node',
    `Node ${node}`,
    `Node ${nodeMajor} or newer is needed; npm ci brings its own for development.`,
  )
}

function siteCheck({ siteUrl, isProduction }: Config): Check {
  const { protocol, hostname } = new URL(siteUrl)
  const isLocal = /^(localhost|127\.|\[::1\])/.test(hostname)
  if (isLocal)
    return isProduction
      ? fail('site address', siteUrl, 'Set SITE_URL to the public address: links in mails do not work.')
      : warn('site address', siteUrl, 'Set SITE_URL if others visit the site: mails link to this machine.')
  if (protocol !== 'https:')
    return warn('site address', siteUrl, 'Serve the site over https and set SITE_URL to that address.')
  return ok('site address', siteUrl)
}

/** The data folder contains the embedded database and a generated key. Uploads are in the database. */
async function folderChecks({ dataDir, databaseUrl, secretKeyFile }: Config): Promise<Check[]> {
  const isUsed = databaseUrl === null || secretKeyFile !== null
  if (!isUsed)
    return [ok('data folder', 'not used: DATABASE_URL and SECRET_KEY are set; uploads are in the database')]
  try {
    await access(dataDir, constants.W_OK)
  } catch {
    return [
      fail(
        'data folder',
        `${dataDir} cannot be written`,
        'Make it writable for the account that runs the site, or set DATA_DIR.',
      ),
    ]
  }
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const text = `${(free / 2 ** 30).toFixed(1)} GiB free`
  const remedy = 'Free some space: PostgreSQL stops on a full disk.'
  return [
    ok('data folder', dataDir),
    free < spaceFail
      ? fail('disk', text, remedy)
      : free < spaceWarn
        ? warn('disk', text, remedy)
        : ok('disk', text),
  ]
}

/** If no API answers, returns only a warning, because the API may run on another machine. */
async function apiChecks({ host, port, metricsToken }: Config): Promise<Check[]> {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const ask = (path: string) =>
    fetch(`http://${name}:${port}${path}`, {
      signal: AbortSignal.timeout(apiMs),
      headers: metricsToken ? { authorization: `Bearer ${metricsToken}` } : {},
    }).catch(() => null)
  const ready = await ask('/readyz')
  if (!ready)
    return [
      warn(
        'api',
        `nothing answers at ${name}:${port}`,
        'Start it (npm start), or set HOST and PORT to its address.',
      ),
    ]
  if (!ready.ok) {
    const { detail } = (await ready.json().catch(() => ({}))) as { detail?: string }
    return [
      fail(
        'api',
        `not ready: /readyz answers ${ready.status}${detail ? `, ${detail}` : ''}`,
        'See the database checks and the log of the API.',
      ),
    ]
  }
  return [
    ok('api', `ready at ${name}:${port}`),
    ...memoryChecks((await (await ask('/metrics'))?.text()) ?? ''),
  ]
}

/** Reads the conditions that only the memory of the API process shows, as the process judges them. */
function memoryChecks(metrics: string): Check[] {
  const [, renewed] = metrics.match(/^read_models_renewed_at_seconds (\S+)$/m) ?? []
  if (renewed === undefined)
    return [
      warn(
        'read models',
        'not readable: the API refuses /metrics',
        'Set METRICS_TOKEN to the value of the API.',
      ),
    ]
  const metricOf = (metric: string, id: string) =>
    metrics.match(new RegExp(`^${metric}\\{condition="${id}"\\} (\\S+)$`, 'm'))?.[1]
  return ownSources.flatMap(conditionsAbout).flatMap(({ id, check, counts }) => {
    const value = metricOf('condition_state', id)
    const state = conditionStates.find((one) => String(stateNumbers[one]) === value)
    if (!state) return []
    const text = `${counts}: ${Math.round(Number(metricOf('condition_count', id)))}`
    return [
      checkOf(check, state, text, state === 'ok' ? '' : 'See Stato del Sistema and the log of the API.'),
    ]
  })
}
