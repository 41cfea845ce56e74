import type { Tools } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { romanToday } from '../../../kernel/romanDay.ts'
import { catalog } from '../book/catalog.queries.ts'
import { dayPricesChanged } from './contract.ts'
import { isInForce, overlays, scopeOf, touches } from './overlays.queries.ts'

/** Emits an event with the routes whose price lists changed since the last run. Returns the number of these routes. */
export async function announceLists({ read, write, context }: Tools): Promise<number> {
  const today = romanToday(context)
  const { all, on, cancelled } = await overlays(read)
  const known = new Map([...all, ...cancelled].map((list) => [versionOf(list), list]))
  const lists = on.filter((list) => isInForce(list, today)).map(versionOf)
  const [stored] = await read<[{ lists: string[] }?]>`select lists from announced_lists`
  const before = stored?.lists ?? lists
  const turned = [...new Set(lists).symmetricDifference(new Set(before))]
  if (stored && turned.length === 0) return 0
  const changed = turned.flatMap((version) => known.get(version) ?? [])
  const { routes } = await catalog(read)
  const routeIds = routes
    .filter((route) => changed.some((list) => touches(list, route.id, scopeOf(route))))
    .map(({ id }) => id)
  return write.begin(async (tx) => {
    // Updates no row if another worker has announced the change. This worker then emits no event.
    const saved = await tx`
      insert into announced_lists as a (lists) values (${lists})
      on conflict (id) do update set lists = excluded.lists, announced_at = now() where a.lists = ${before}`
    if (saved.count === 0 || routeIds.length === 0) return 0
    await emit(tx, dayPricesChanged, { routeIds })
    return routeIds.length
  })
}

const versionOf = ({ id, version }: { id: number; version: number }) => `${id}.${version}`
