import { codeOf, reasonOf } from '../src/platform/log.ts'

/** Problem and remedy for the operator, by error code. */
const sentences: Record<string, string> = {
  ENOENT: 'there is no such file or folder; check the path',
  EACCES: 'this account lacks the permission; use another path, or the account that owns the file',
  EPERM: 'this account lacks the permission; use another path, or the account that owns the file',
  EISDIR: 'it is a folder; name a file',
  ENOTDIR: 'a part of the path is a file; name a folder',
  EEXIST: 'it exists already; name another path',
  ENOSPC: 'the disk is full; free some space',
  EROFS: 'the disk is read-only; name a path on another disk',
  EADDRINUSE: 'another program uses this port; stop it, or choose another PORT',
  EADDRNOTAVAIL: 'this machine does not have this IP address; correct HOST',
  EMFILE: 'too many files are open; close other programs',
  ECONNREFUSED: 'nothing answers there; start PostgreSQL, or correct host and port',
  ECONNRESET: 'the connection was cut; check PostgreSQL and the network',
  ENOTFOUND: 'the name of the host is unknown; correct it',
  EAI_AGAIN: 'the name of the host cannot be looked up now; check the network',
  ETIMEDOUT: 'nothing answered in time; check host, port and firewall',
  CONNECT_TIMEOUT: 'nothing answered in time; check host, port and firewall',
  '28P01': 'the password or the user is wrong',
  '28000': 'PostgreSQL does not let this user in; check the user and pg_hba.conf',
  '3D000': 'there is no database of this name; create it, or correct the name',
}

export function plainReason(error: unknown): string {
  return sentences[deepCodeOf(error)] ?? reasonOf(error)
}

/**
 * Returns the code of the error, its cause, or its first error (a host with several IP addresses); '' without a code.
 */
export function deepCodeOf(error: unknown): string {
  const own = codeOf(error)
  if (own || !(error instanceof Error)) return own
  return deepCodeOf(error instanceof AggregateError ? error.errors[0] : error.cause)
}
