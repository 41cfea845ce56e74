import { Resolver } from 'node:dns/promises'
import type { Sql } from '../../../platform/db.ts'
import { conditionGroup, type Judgement, warning, well } from './condition.ts'

const dnsMs = 2_000

/** `found` is null if the name server does not answer. */
interface Records {
  domain: string
  spf: boolean | null
  dkim: boolean | null
  dmarc: boolean | null
}

/** SPF, DKIM and DMARC of the sender's domain, without which mails may count as spam. */
export const senderConditions = conditionGroup('outside', ({ read }) => readRecords(read), [
  {
    id: 'spf',
    name: 'SPF',
    check: 'SPF',
    counts: '1 if the sender’s domain has no SPF record',
    judge: (records) =>
      judgeRecord(records, 'spf', {
        repair: 'Aggiungi al DNS il record TXT “v=spf1 include:spf.brevo.com ~all”.',
        remedy: 'Add the TXT record "v=spf1 include:spf.brevo.com ~all" to the DNS.',
      }),
  },
  {
    id: 'dkim',
    name: 'DKIM',
    check: 'DKIM',
    counts: '1 if the sender’s domain has no DKIM record',
    judge: (records) =>
      judgeRecord(records, 'dkim', {
        repair: 'Copia nel DNS i record DKIM che Brevo mostra in “Mittenti e domini”.',
        remedy: 'Copy the DKIM records that Brevo shows to the DNS.',
      }),
  },
  {
    id: 'dmarc',
    name: 'DMARC',
    check: 'DMARC',
    counts: '1 if the sender’s domain has no DMARC record',
    judge: (records) =>
      judgeRecord(records, 'dmarc', {
        repair: 'Aggiungi a _dmarc il record TXT “v=DMARC1; p=none; rua=mailto:…”.',
        remedy: 'Add a TXT record such as "v=DMARC1; p=none" to _dmarc.',
      }),
  },
])

/** Returns null if no mail configuration is active. */
async function readRecords(read: Sql): Promise<Records | null> {
  const [row] = await read<
    [{ fromEmail: string }?]
  >`select from_email from email_configurations where is_active`
  const domain = row?.fromEmail.split('@')[1]
  if (!domain) return null
  const dns = new Resolver({ timeout: dnsMs, tries: 1 })
  const textsOf = async (name: string): Promise<string[] | null> => {
    try {
      return (await dns.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      // These codes mean that no record exists. Any other code means that the name server did not answer.
      return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : null
    }
  }
  const [own, brevo, mail, dmarc] = await Promise.all([
    textsOf(domain),
    textsOf(`brevo1._domainkey.${domain}`),
    textsOf(`mail._domainkey.${domain}`),
    textsOf(`_dmarc.${domain}`),
  ])
  return {
    domain,
    spf: own?.some((one) => one.startsWith('v=spf1')) ?? null,
    dkim:
      brevo === null && mail === null
        ? null
        : [...(brevo ?? []), ...(mail ?? [])].some((one) => /v=DKIM1|p=/i.test(one)),
    dmarc: dmarc?.some((one) => one.startsWith('v=DMARC1')) ?? null,
  }
}

function judgeRecord(
  records: Records | null,
  kind: 'spf' | 'dkim' | 'dmarc',
  words: Pick<Judgement, 'repair' | 'remedy'>,
): Judgement | null {
  if (!records) return null
  const { domain, [kind]: found } = records
  if (found === null)
    return {
      state: 'non verificabile',
      count: 0,
      text: `Il DNS di ${domain} non risponde`,
      repair: '',
      english: `could not be checked: the DNS of ${domain} does not answer`,
      remedy: 'Run the check again later.',
    }
  if (found) return well(`Presente per ${domain}`, `present for ${domain}`)
  return warning({
    count: 1,
    text: `Manca per ${domain}`,
    english: `missing for ${domain}`,
    ...words,
  })
}
