import autocannon from 'autocannon'
import { noPgbench, pgbench } from './pgbench.ts'
import { ratioOf } from './ratio.ts'
import type { Row } from './row.ts'
import { openSite } from './site.ts'

// Compares leads sent to the API with pgbench, which writes the same rows in one transaction per lead. Both run
// alternately on one database.

const rounds = 5
const seconds = 3
const connections = 8
const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

/** Colons in texts are `chr(58)`, because pgbench would read a colon as the start of a variable. */
const script = `
begin;
insert into leads (kind, name, phone, email, form_source)
  values ('availability_request', 'Prova', '+39 0832 ' || gen_random_uuid(), 'prova@example.com', 'bench') returning id \\gset
insert into rides (lead_kind, lead_id, direction, asked_from, asked_to, asked_passengers, asked_day, asked_time)
  values ('availability_request', :id, 'there', 'Aeroporto Brindisi', 'Gallipoli', '2', '${day}', 'alle 10');
insert into lead_provenance (lead_kind, lead_id) values ('availability_request', :id);
with fact as (
  insert into outbox (type, payload) values ('leads' || chr(58) || 'availabilityRequested', jsonb_build_object('leadId', :id::bigint))
  returning id
)
select from fact, graphile_worker.add_job('dispatch', json_build_object('eventId', id),
  job_key => 'dispatch' || chr(58) || id, job_key_mode => 'unsafe_dedupe');
commit;
`

export async function measure(): Promise<Row[]> {
  const work = 'POST /api/availability-requests'
  const goal = 'at least 0.5 of pgbench'
  if (noPgbench) return [{ work, ours: '', reference: noPgbench, goal, met: true }]
  await using site = await openSite()
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await leads(`${site.origin}/api/availability-requests`, round))
    theirs.push(await pgbench(site.databaseUrl, script, { connections, seconds }))
  }
  return [ratioOf({ work, goal, ours, theirs, unit: '/s', isMet: (ratio) => ratio >= 0.5 })]
}

/** Returns leads per second. Each lead has its own visitor and IP address. */
async function leads(url: string, round: number): Promise<number> {
  let visitor = round * 1_000_000
  const setUp = (client: autocannon.Client) => {
    visitor += 1
    const [a, b, c] = [visitor >> 16, visitor >> 8, visitor].map((number) => number & 255)
    client.setHeaders({ 'content-type': 'application/json', 'x-forwarded-for': `10.${a}.${b}.${c}` })
    client.setBody(
      JSON.stringify({
        name: 'Prova',
        phone: `+39 0832 ${visitor}`,
        email: 'prova@example.com',
        departure: 'Aeroporto Brindisi',
        destination: 'Gallipoli',
        passengers: '2',
        date: day,
        time: 'alle 10',
        formSource: 'bench',
      }),
    )
  }
  const result = await autocannon({
    url,
    method: 'POST',
    connections,
    duration: seconds,
    setupClient(client) {
      setUp(client)
      client.on('response', () => setUp(client))
    },
  })
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} leads were refused`)
  return result['2xx'] / result.duration
}
