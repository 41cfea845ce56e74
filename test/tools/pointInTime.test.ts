import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { freePort } from '../../scripts/freePort.ts'
import { startEmbedded } from '../../scripts/postgres/embeddedPostgres.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { Secrets } from '../../src/platform/secret.ts'
import { eventually } from '../app.ts'
import { baseCopy } from '../baseCopy.ts'
import { long } from '../length.ts'

// Tests the restore to the moment before a mistake, with the scripts that docs/operations.md describes.

const root = path.join(import.meta.dirname, '..', '..')
const debian = '/usr/lib/postgresql/15/bin'
const isRoot = process.getuid?.() === 0

interface Server {
  url: string
  stop(): Promise<void>
}

interface Kind {
  /** Starts the server with its data in `<folder>/postgres`. Creates this folder if it is missing. */
  start(folder: string): Promise<Server>
  base(server: Server, folder: string, to: string): Promise<void>
}

const embedded: Kind = {
  start: (folder) => startEmbedded({ dataDir: folder, fast: true }),
  base: ({ url }, folder, to) => baseCopy(url, folder, to),
}

/** Debian's PostgreSQL 15; root runs it under the account `postgres`. */
const system: Kind = {
  async start(folder) {
    const data = path.join(folder, 'postgres')
    if (!existsSync(data)) {
      chmodSync(folder, 0o755)
      mkdirSync(data, { mode: 0o700 })
      own(data)
      asPostgres('initdb', [
        '-D',
        data,
        '-U',
        'postgres',
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--locale=C',
        '--no-sync',
      ])
    }
    const port = await freePort()
    const settings = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
    asPostgres('pg_ctl', ['start', '-D', data, '-w', '-l', path.join(data, 'server.log'), '-o', settings])
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      stop: async () => asPostgres('pg_ctl', ['stop', '-D', data, '-m', 'fast', '-w']),
    }
  },
  async base({ url }, _folder, to) {
    own(path.dirname(to))
    asPostgres('pg_basebackup', ['-d', url, '-D', to, '-c', 'fast', '-X', 'none', '--no-sync'])
  },
}

function own(file: string): void {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  if (isRoot) chownSync(file, id('-u'), id('-g'))
}

function asPostgres(program: string, args: string[]): void {
  const line = [path.join(debian, program), ...args]
  const [command = '', ...rest] = isRoot
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...line]
    : line
  execFileSync(command, rest, { cwd: '/', stdio: 'ignore' })
}

test.each([
  ['18, embedded', embedded, true],
  ['15, of the system', system, existsSync(debian)],
] as const)(
  'a database of PostgreSQL %s is restored to the moment before a mistake',
  { ...long, concurrent: true },
  async (_name, kind, isHere) => {
    // Debian's packages may be missing; the embedded server is always available.
    if (!isHere) return
    const secrets = new Secrets({ secretKey: Buffer.alloc(32, 7), previousSecretKeys: [] })
    const folder = mkdtempSync(path.join(tmpdir(), 'salento-moment-'))
    const [live, bases, again, archive] = ['live', 'bases', 'again', 'archive'].map((name) => {
      const made = path.join(folder, name)
      mkdirSync(made)
      return made
    }) as [string, string, string, string]
    const script = path.join(folder, 'walArchive.sh')
    copyFileSync(path.join(root, 'deploy', 'walArchive.sh'), script)
    for (const one of [folder, archive]) chmodSync(one, 0o777)
    let server: Server | null = await kind.start(live)
    let sql = postgres(server.url, { onnotice: () => {} })
    try {
      await sql.unsafe(`alter system set archive_mode = on`)
      await sql.unsafe(`alter system set archive_command = 'sh ${script} ${archive} "%p" "%f"'`)
      await sql.end()
      await server.stop()
      server = await kind.start(live)
      sql = postgres(server.url, { onnotice: () => {} })
      await migrate(server.url)
      await kind.base(server, live, path.join(bases, 'postgres'))

      await sql`insert into leads (kind, name, phone, email) values ('contact', 'Anna', '1', 'a@b.it')`
      await sql`insert into api_configurations (id, name, api_key)
      values (7, 'openai', ${secrets.encrypt('chiave', { table: 'api_configurations', column: 'api_key', rowId: 7 })})`
      const [{ moment }] = await sql<[{ moment: string }]>`select clock_timestamp()::text as moment`
      await sql`delete from leads where kind = 'contact'`
      await sql`insert into leads (kind, name, phone, email) values ('contact', 'Dopo', '2', 'c@d.it')`
      const [{ segment }] = await sql<
        [{ segment: string }]
      >`select pg_walfile_name(pg_switch_wal()) as segment`
      await eventually(() => expect(readdirSync(archive)).toContain(segment))
      await sql.end()
      await server.stop()
      server = null

      execFileSync('sh', [
        path.join(root, 'deploy', 'restoreTo.sh'),
        path.join(bases, 'postgres'),
        archive,
        path.join(again, 'postgres'),
        moment,
      ])
      if (existsSync(path.join(bases, 'postgres.json')))
        copyFileSync(path.join(bases, 'postgres.json'), path.join(again, 'postgres.json'))
      server = await kind.start(again)
      sql = postgres(server.url, { onnotice: () => {} })
      await eventually(async () =>
        expect(await sql`select pg_is_in_recovery() as is_on`).toEqual([{ is_on: false }]),
      )
      expect(await sql`select name from contacts`).toEqual([{ name: 'Anna' }])
      const [{ key }] = await sql<[{ key: string }]>`select api_key as key from api_configurations`
      expect(secrets.decrypt(key, { table: 'api_configurations', column: 'api_key', rowId: 7 })).toBe(
        'chiave',
      )
      // The restored database accepts writes and continues its ids.
      await sql`insert into leads (kind, name, phone, email) values ('contact', 'Ugo', '3', 'e@f.it')`
    } finally {
      await sql.end()
      await server?.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
