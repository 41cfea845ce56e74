import type { Sql, Tx } from '../../../platform/db.ts'

export const addressOf = (hash: string) => `/media/${hash}.webp`
const hashIn = (address: string) => address.match(/^\/media\/([0-9a-f]{32})\.webp$/)?.[1]

/** Returns the bytes of `/media/<hash>.webp`; null if there are none. */
export async function findUpload(read: Sql, path: string): Promise<Buffer | null> {
  const hash = hashIn(path)
  if (!hash) return null
  const [row] = await read<[{ webp: Buffer }?]>`select webp from uploads where hash = ${hash}`
  return row?.webp ?? null
}

export async function isStored(tx: Tx, path: string): Promise<boolean> {
  const [row] = await tx`select hash from uploads where hash = ${hashIn(path) ?? ''}`
  return row !== undefined
}
