import { createECDH, randomBytes } from 'node:crypto'
import { inboundAddress } from '../../../src/modules/integrations/mail/inboundReceive.ts'
import type { Inputs, World } from '../world.ts'

export const integrationsInputs: Inputs = {
  'POST /api/admin/ai-batches': async (world) => ({
    promptId: await prompt(world),
    field: 'longDescription',
    search: 'borgo',
    onlyMissing: false,
    max: 500,
  }),
  'POST /api/admin/ai-batches/:id/resume': async (world) => ({
    id: await world.job('aiTexts', 'failed', { prompt: {}, field: 'longDescription', routes: [] }),
  }),
  'PUT /api/admin/ai-settings': (world) =>
    world.saved('/api/admin/ai-settings', { dailyTokens: 1_000_000 + world.next() }),
  'POST /api/admin/generate-location-ai-content': async (world) => ({
    locationName: 'Otranto',
    promptId: await prompt(world),
  }),
  'POST /api/admin/generate-route-ai-content': async (world) => ({
    departureLocation: 'Lecce',
    destinationLocation: 'Otranto',
    promptId: await prompt(world),
  }),
  'POST /api/admin/generate-ai-content': async (world) => ({
    locationName: 'Otranto',
    fieldType: 'description',
    promptId: await prompt(world),
  }),
  'POST /api/admin/translations/drafts': async (world) => {
    await translationPrompt(world)
    return { language: 'en', kind: 'route' }
  },
  'POST /api/admin/text-drafts/bulk': async (world) => {
    for (let n = 0; n < 3; n += 1) await draft(world)
    return { filter: {}, act: 'discard' }
  },
  'POST /api/admin/text-drafts/:id/decision': async (world) => ({ id: await draft(world), isAccepted: true }),
  'POST /api/admin/indexnow/key': () => ({}),
  'POST /api/admin/indexnow/submit-important': async (world) => {
    await world.call('POST /api/admin/indexnow/key')
    return {}
  },
  'POST /api/admin/indexnow/drop': async (world) => {
    await refusedAddresses(world)
    return {}
  },
  'POST /api/admin/indexnow/retry': async (world) => {
    await refusedAddresses(world)
    return {}
  },
  'POST /api/admin/api-configurations': async (world) => {
    await world.sql`delete from api_configurations where name = 'maps-embed'`
    return { name: 'maps-embed', apiKey: 'chiave', isActive: false }
  },
  'DELETE /api/admin/api-configurations/:id': async (world) => ({ id: await configuration(world) }),
  'PUT /api/admin/api-configurations/:id': async (world) =>
    world.saved(`/api/admin/api-configurations/${await configuration(world)}`, { description: 'altra' }),
  'POST /api/admin/email-configurations': () => mailForm,
  'DELETE /api/admin/email-configurations/:id': async (world) => ({
    id: (await world.call('POST /api/admin/email-configurations', { ...mailForm, isActive: false })).id,
  }),
  'PUT /api/admin/email-configurations/:id': async (world) => {
    const { id } = await world.call('POST /api/admin/email-configurations', { ...mailForm, isActive: false })
    const { updatedAt } = await world.read(`/api/admin/email-configurations/${id}`)
    return { ...mailForm, id, updatedAt }
  },
  'POST /api/admin/email-messages/:id/resend': async (world) => ({ id: await mail(world, 'failed') }),
  'POST /api/admin/email-messages/resend-failed': async (world) => {
    await world.sql`
      update email_messages set state = 'failed', last_error = 'rifiutata', concern = null where id % 10 = 0`
    return {}
  },
  'POST /api/admin/inbound-mails/:id/decide': async (world) => {
    const id = await inboundMail(world)
    await world.sql`
      insert into inbound_mail_questions (inbound_mail_id, lead_kind, lead_id)
      values (${id}, 'booking', ${(await world.lead('booking')).id})`
    return { id, decision: 'join' }
  },
  'DELETE /api/admin/inbound-mails/:id': async (world) => ({ id: await inboundMail(world) }),
  'POST /api/admin/inbound-mails/:id/join': async (world) => ({
    id: await inboundMail(world),
    code: (await world.lead('booking')).code,
  }),
  'POST /api/admin/email-messages/:id/drop': async (world) => ({ id: await mail(world, 'failed') }),
  'POST /api/admin/email-messages/drop-held': async (world) => {
    await heldMails(world)
    return {}
  },
  'POST /api/admin/email-messages/send-held': async (world) => {
    await heldMails(world)
    return {}
  },
  'POST /api/admin/unreadable-mails/:id/drop': async (world) => ({ id: await unreadable(world) }),
  'POST /api/admin/unreadable-mails/:id/retry': async (world) => ({ id: await unreadable(world) }),
  'PUT /api/admin/reply-mailbox': async (world) => {
    const { updatedAt } = await world.read('/api/admin/reply-mailbox')
    const box = { host: 'imap.example', port: 993, username: 'banco', password: 'parola', isActive: false }
    return { ...box, updatedAt }
  },
  'POST /api/admin/ai-prompts': (world) => promptForm(world),
  'DELETE /api/admin/ai-prompts/:id': async (world) => ({ id: await prompt(world) }),
  'PUT /api/admin/ai-prompts/:id': async (world) =>
    world.saved(`/api/admin/ai-prompts/${await prompt(world)}`, { name: `Altro ${world.next()}` }),
  'POST /api/admin/push-subscriptions/end': async (world) => {
    const subscription = pushForm(world)
    await world.call('POST /api/admin/push-subscriptions', subscription)
    return { endpoint: subscription.endpoint }
  },
  'POST /api/admin/push-key': () => ({}),
  'POST /api/admin/push-subscriptions': (world) => pushForm(world),
  'integrations:recordMailEvents': async (world) => {
    const id = await mail(world, 'sent')
    const [row] = await world.sql<
      [{ messageId: string }]
    >`select message_id from email_messages where id = ${id}`
    const at = new Date().toISOString()
    const token = world.app.runtime.context.secrets.signatureOf('brevo webhook')
    return { token, events: [{ event: 'delivered', ids: [row.messageId], at, reason: '' }] }
  },
  'integrations:receiveMails': (world) => ({
    token: inboundAddress(world.app.runtime.context).split('/').at(-1) ?? '',
    mails: [
      {
        kind: 'person',
        messageId: `<${world.next()}@mail.example>`,
        repliesTo: [],
        sentAt: new Date().toISOString(),
        sender: {
          name: 'Ugo',
          address: 'ugo@mail.example',
          replyTo: '',
          checks: { spf: null, dkim: null, dmarc: null },
        },
        subject: 'Prezzo',
        text: 'Quanto costa?',
        notes: [],
        returned: null,
        attachments: [],
      },
    ],
  }),
}

const promptForm = (world: World) => ({
  name: `Luogo ${world.next()}`,
  prompt: 'Scrivi',
  provider: 'openai',
  fieldType: 'description',
})

async function prompt(world: World): Promise<number> {
  await openAiKey(world)
  return (await world.call('POST /api/admin/ai-prompts', promptForm(world))).id
}

async function translationPrompt(world: World): Promise<void> {
  await openAiKey(world)
  await world.call('POST /api/admin/ai-prompts', {
    ...promptForm(world),
    prompt: 'Traduci in {language}: {text}',
    fieldType: 'translation',
  })
}

async function openAiKey(world: World): Promise<void> {
  const [stored] = await world.sql`select from api_configurations where name = 'openai'`
  if (!stored)
    await world.call('POST /api/admin/api-configurations', {
      name: 'openai',
      apiKey: 'chiave',
      isActive: true,
    })
}

async function configuration(world: World): Promise<number> {
  await world.sql`delete from api_configurations where name = 'maps-places'`
  const form = { name: 'maps-places', apiKey: 'chiave', isActive: false }
  return (await world.call('POST /api/admin/api-configurations', form)).id
}

async function draft(world: World): Promise<number> {
  const job = await world.job('aiTexts', 'completed')
  const [row] = await world.sql<[{ id: number }]>`
    insert into text_drafts (job_id, route_id, field, body, provider, model, prompt_name)
    values (${job}, ${await world.route()}, 'longDescription', 'Testo', 'openai', 'modello', 'Luogo') returning id`
  return row.id
}

const refusedAddresses = (world: World) =>
  world.sql`update indexnow_changes set state = 'failed', reason = '422' where id % 10 = 1`

const heldMails = (world: World) =>
  world.sql`update email_messages set state = 'held', last_error = null where id % 10 = 1`

const mailForm = {
  isActive: true,
  smtpHost: '127.0.0.1',
  smtpPort: 587,
  fromEmail: 'sito@salento.example',
  waiting: 'recent',
}

async function mail(world: World, state: string): Promise<number> {
  const n = world.next()
  const [row] = await world.sql<[{ id: number }]>`
    insert into email_messages (message_key, purpose, lead_kind, lead_id, recipient, subject, message_id, state, sent_at)
    values (${`prova:${n}`}, 'receipt', 'availability_request', 1, 'anna@esempio.it', 'Ricevuta',
      ${`<prova-${n}@salento.example>`}, ${state}, now() - interval '1 hour') returning id`
  return row.id
}

async function inboundMail(world: World): Promise<number> {
  const [row] = await world.sql<[{ id: number }]>`
    insert into inbound_mails (message_id, from_name, from_address, subject, text)
    values (${`<arrivata-${world.next()}@mail.example>`}, 'Ugo', 'ugo@mail.example', 'Prezzo', 'Quanto costa?') returning id`
  return row.id
}

async function unreadable(world: World): Promise<number> {
  const [row] = await world.sql<[{ id: number }]>`
    insert into unreadable_mails (uid_validity, uid, reason) values (1, ${world.next()}, 'troppo grande') returning id`
  return row.id
}

function pushForm(world: World) {
  const keys = createECDH('prime256v1')
  return {
    endpoint: `http://127.0.0.1:9/${world.next()}`,
    p256dh: keys.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
    userAgent: null,
  }
}
