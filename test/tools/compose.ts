import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'

// Starts the services of compose.yaml with the engine's own commands, because many machines lack `compose`.

const root = path.join(import.meta.dirname, '..', '..')

interface Service {
  image: string
  entrypoint?: string[]
  command?: string[]
  environment?: Record<string, string | null>
  volumes?: string[]
  tmpfs?: string[]
  cap_drop?: string[]
  security_opt?: string[]
  read_only?: boolean
  stop_grace_period?: string
  healthcheck?: { test?: string[]; disable?: boolean }
  ports?: string[]
  networks: Record<string, { ipv4_address?: string }>
}

export interface Composition {
  /** Returns the output. Throws an error that contains the output if the engine fails. */
  engine(...words: string[]): Promise<string>
  start(service: string): Promise<string>
  finish(service: string): Promise<string>
  isHealthy(service: string): Promise<boolean>
  nameOf(service: string): string
  remove(): Promise<void>
}

/** Creates the network of compose.yaml. `env` fills its variables; `places` replaces its ports and mounted folders. */
export async function compose(
  program: 'docker' | 'podman',
  { env, places }: { env: Record<string, string>; places: Record<string, string> },
): Promise<Composition> {
  const text = readFileSync(path.join(root, 'compose.yaml'), 'utf8')
  const filled = text
    .replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, kind, rest) => {
      const value = env[name] ?? (kind === '-' ? rest : undefined)
      if (value === undefined) throw new Error(`${name} is missing: ${rest ?? ''}`)
      return value
    })
    .replaceAll('$$', '$')
  const { services, volumes, networks } = parse(filled, { merge: true }) as {
    services: Record<string, Service>
    volumes: Record<string, null>
    networks: { inside: { ipam: { config: [{ subnet: string; ip_range: string }] } } }
  }
  const prefix = `salento-${process.pid}`
  const nameOf = (service: string) => `${prefix}-${service}`
  const network = nameOf('inside')
  const engine = async (...words: string[]) => {
    const { stdout } = await promisify(execFile)(program, words, { maxBuffer: 50_000_000 })
    return stdout.trim()
  }
  const [{ subnet, ip_range }] = networks.inside.ipam.config
  await engine('network', 'create', '--subnet', subnet, '--ip-range', ip_range, network)

  const optionsOf = (service: string): string[] => {
    const one = services[service]
    if (!one) throw new Error(`compose.yaml has no service ${service}`)
    const address = one.networks.inside?.ipv4_address
    const mounts = (one.volumes ?? []).map((volume) => {
      const [from = '', ...to] = volume.split(':')
      const place = from in volumes ? nameOf(from) : (places[from] ?? path.resolve(root, from))
      return [place, ...to].join(':')
    })
    const ports = (one.ports ?? []).map(
      (port) => `127.0.0.1:${places[port] ?? port.split(':')[0]}:${port.split(':')[1]}`,
    )
    const [kind, ...health] = one.healthcheck?.test ?? []
    return [
      ...['--name', nameOf(service), '--network', network, '--network-alias', service],
      ...(address ? ['--ip', address] : []),
      ...Object.entries(one.environment ?? {}).flatMap(([name, value]) => ['-e', `${name}=${value ?? ''}`]),
      ...mounts.flatMap((mount) => ['-v', mount]),
      ...ports.flatMap((port) => ['-p', port]),
      ...(one.tmpfs ?? []).flatMap((folder) => ['--tmpfs', folder]),
      ...(one.cap_drop ?? []).flatMap((name) => ['--cap-drop', name]),
      ...(one.security_opt ?? []).flatMap((option) => ['--security-opt', option.replace(':true', '')]),
      ...(one.read_only ? ['--read-only'] : []),
      ...(one.entrypoint ? ['--entrypoint', one.entrypoint[0] ?? ''] : []),
      ...(one.stop_grace_period
        ? ['--stop-timeout', String(Number.parseInt(one.stop_grace_period, 10))]
        : []),
      ...(kind === 'CMD' ? ['--health-cmd', health.join(' ')] : []),
      ...(one.healthcheck?.disable ? ['--no-healthcheck'] : []),
      ...[one.image, ...(one.entrypoint ?? []).slice(1), ...(one.command ?? [])],
    ]
  }

  return {
    engine,
    nameOf,
    start: (service) => engine('run', '-d', ...optionsOf(service)).then(() => nameOf(service)),
    finish: (service) => engine('run', '--rm', ...optionsOf(service)),
    async isHealthy(service) {
      const name = nameOf(service)
      // Podman without systemd runs a health check only on request.
      const asked =
        program === 'podman'
          ? ['healthcheck', 'run', name]
          : ['inspect', '-f', '{{.State.Health.Status}}', name]
      const said = await engine(...asked).catch(() => 'unhealthy')
      return said === '' || said === 'healthy'
    },
    async remove() {
      const there = Object.keys(services).map(nameOf)
      await engine('rm', '-f', '-v', ...there).catch(() => {})
      for (const name of there) await engine('rm', '-f', '-v', name).catch(() => {})
      for (const name of Object.keys(volumes)) await engine('volume', 'rm', nameOf(name)).catch(() => {})
      await engine('network', 'rm', network).catch(() => {})
    },
  }
}
