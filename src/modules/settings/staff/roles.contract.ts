import { type Static, Type } from '@sinclair/typebox'
import { listOf, Nullable, StaffRole } from '../../../kernel/field.ts'
import { type Message, query } from '../../../kernel/message.ts'
import { mayCall, type Role, roles } from '../../../kernel/role.ts'

export const RoleCall = Type.Object({
  http: Type.String(),
  roles: Type.Array(StaffRole),
  summary: Nullable(Type.String()),
})
export type RoleCall = Static<typeof RoleCall>

export const ReadRoles = query('GET /api/admin/roles', 'admin', Type.Object({}), listOf(RoleCall), {
  summary: 'Each call of staff with the roles that may use it, from the contracts',
})

/** Returns the calls of staff, ordered by path. */
export function roleCallsOf(messages: Iterable<Message>): RoleCall[] {
  const calls = [...messages]
    .filter(({ access }) => access !== 'public')
    .map(({ http, access, summary = null }) => ({
      http,
      roles: roles.filter((role) => mayCall(role, { access })),
      summary,
    }))
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

/** `isWhole` is false if the role may not make some calls of the act. */
export function roleActsIn({ calls }: RoleArea, role: Role): { act: RoleAct; isWhole: boolean }[] {
  return (Object.keys(acts) as RoleAct[]).flatMap((act) => {
    const methods: readonly string[] = acts[act]
    const all = calls.filter(({ http }) => methods.includes(http.slice(0, http.indexOf(' '))))
    const own = all.filter((call) => call.roles.includes(role))
    return own.length > 0 ? [{ act, isWhole: own.length === all.length }] : []
  })
}
