import {
  appendFileSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { startEmbedded } from '../../scripts/postgres/embeddedPostgres.ts'
import { baseCopy } from '../baseCopy.ts'

export interface StandbyOptions {
  /** True if the primary acknowledges a commit only when the standby has stored it. */
  isSynchronous?: boolean
  /** Seconds by which the standby lags on purpose. */
  delaySeconds?: number
}

/** Starts a standby that follows the server with this data folder. */
export async function openStandby(
  primary: { url: string; dataDir: string },
  { isSynchronous = false, delaySeconds = 0 }: StandbyOptions = {},
) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'salento-standby-'))
  const data = path.join(dataDir, 'postgres')
  await baseCopy(primary.url, primary.dataDir, data)
  const { port, password } = new URL(primary.url)
  writeFileSync(path.join(data, 'standby.signal'), '')
  appendFileSync(
    path.join(data, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres password=${password} application_name=standby'\n` +
      `recovery_min_apply_delay = '${delaySeconds}s'\n`,
  )
  // Deletes the file with the primary's pid, which the copy contains.
  rmSync(path.join(data, 'postmaster.pid'), { force: true })
  writeFileSync(`${data}.json`, JSON.stringify({ port: 0, password }), { mode: 0o600 })
  // The server runs under the account that owns the data, so this account must own the new files too.
  const { uid, gid } = statSync(data)
  for (const name of ['standby.signal', 'backup_label']) chownSync(path.join(data, name), uid, gid)
  const server = await startEmbedded({ dataDir })
  const sql = postgres(server.url, { max: 1, onnotice: () => {} })
  if (isSynchronous) {
    const first = postgres(primary.url, { max: 1, onnotice: () => {} })
    await first`alter system set synchronous_standby_names = 'standby'`
    await first`select pg_reload_conf()`
    const isIn = () => first`select from pg_stat_replication where sync_state = 'sync'`
    while ((await isIn()).length === 0) await sleep(50)
    await first.end()
  }
  return {
    url: server.url,
    sql,
    /** Makes the standby the primary, as a cluster manager does when the primary is lost. */
    promote: () => sql`select pg_promote(wait => true)`,
    async kill() {
      await sql.end({ timeout: 1 })
      const [pid] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    async stop() {
      await sql.end({ timeout: 1 })
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type Standby = Awaited<ReturnType<typeof openStandby>>
