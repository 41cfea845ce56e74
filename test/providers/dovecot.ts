import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/freePort.ts'

export const hasDovecot = () => spawnSync('dovecot', ['--version']).status === 0

/** Starts Dovecot with one mailbox for any user name and the password `libeccio-77`. */
export async function openDovecot() {
  const folder = mkdtempSync(path.join(tmpdir(), 'salento-dovecot-'))
  const inbox = path.join(folder, 'mail', 'new')
  for (const name of ['cur', 'new', 'tmp']) mkdirSync(path.join(folder, 'mail', name), { recursive: true })
  // Root runs the mailbox as `nobody`, because root could read a file that nobody may read.
  const isRoot = process.getuid?.() === 0
  const { uid, gid } = isRoot ? { uid: 65534, gid: 65534 } : userInfo()
  const own = (file: string) => (isRoot ? chownSync(file, uid, gid) : undefined)
  chmodSync(folder, 0o755)
  for (const name of ['', 'cur', 'new', 'tmp']) own(path.join(folder, 'mail', name))
  const port = await freePort()
  const user = isRoot ? 'root' : userInfo().username
  const config = path.join(folder, 'dovecot.conf')
  writeFileSync(
    config,
    `base_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail
first_valid_uid = 1
first_valid_gid = 1
default_internal_user = ${isRoot ? 'nobody' : user}
default_login_user = ${isRoot ? 'nobody' : user}
default_internal_group = ${isRoot ? 'nogroup' : gid}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
passdb {
  driver = static
  args = password=libeccio-77
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}
}
`,
  )
  const child = spawn('dovecot', ['-F', '-c', config], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  while (!(await greets(port))) {
    if (child.exitCode !== null) throw new Error(`Dovecot exited: ${said}`)
    await sleep(50)
  }
  let count = 0
  return {
    port,
    /** Delivers a mail. Returns its file. */
    deliver(source: string): string {
      const file = path.join(inbox, `${Math.floor(Date.now() / 1000)}.${++count}.prova`)
      writeFileSync(file, source.replace(/\r?\n/g, '\r\n'))
      own(file)
      return file
    },
    folder,
    files: () => [...readdirSync(inbox), ...readdirSync(path.join(folder, 'mail', 'cur'))],
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function greets(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1')
  try {
    const [greeting] = await once(socket, 'data')
    return String(greeting).startsWith('* OK')
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
