import { type Static, Type } from '@sinclair/typebox'
import { listOf, Nullable, StaffRole } from '../../../kernel/field.ts'
import { type Message, query } from '../../../kernel/message.ts'
import { isAtLeast, type Role, roles } from '../../../kernel/role.ts'

export const RoleCall = Type.Object({
  http: Type.String(),
  least: StaffRole,
  summary: Nullable(Type.String()),
})
export type RoleCall = Static<typeof RoleCall>

export const ReadRoles = query('GET /api/admin/roles', 'admin', Type.Object({}), listOf(RoleCall), {
  summary: 'Each call of staff with the lowest role that may use it, from the contracts',
})

/** Returns the calls of staff, ordered by path. Calls with access `account` are open to every role. */
export function roleCallsOf(messages: Iterable<Message>): RoleCall[] {
  const calls = [...messages].flatMap(({ http, access, summary = null }) =>
    access === 'public' ? [] : [{ http, least: access === 'account' ? roles[0] : access, summary }],
  )
  return calls.sort((one, other) => pathOf(one).localeCompare(pathOf(other), 'en'))
}

const pathOf = ({ http }: RoleCall) => http.slice(http.indexOf('/'))

export interface RoleArea {
  /** Part of the URL that the calls share, such as `leads`. */
  name: string
  calls: RoleCall[]
}

export function roleAreasOf(calls: RoleCall[]): RoleArea[] {
  const byName = Map.groupBy(calls, (call) => pathOf(call).match(/^\/api\/(?:admin\/)?([\w-]+)/)?.[1] ?? '')
  return [...byName].map(([name, own]) => ({ name, calls: own }))
}

const acts = { read: ['GET'], change: ['POST', 'PUT', 'PATCH'], delete: ['DELETE'] } as const
export type RoleAct = keyof typeof acts

/** `isWhole` is false if some calls of the act need a greater role. */
export function roleActsIn({ calls }: RoleArea, role: Role): { act: RoleAct; isWhole: boolean }[] {
  return (Object.keys(acts) as RoleAct[]).flatMap((act) => {
    const methods: readonly string[] = acts[act]
    const all = calls.filter(({ http }) => methods.includes(http.slice(0, http.indexOf(' '))))
    const own = all.filter(({ least }) => isAtLeast(role, least))
    return own.length > 0 ? [{ act, isWhole: own.length === all.length }] : []
  })
}
