import type { Static } from '@sinclair/typebox'
import type { FieldValues } from 'react-hook-form'
import { Link } from 'react-router'
import type { SaveCompanySettings } from '../../../../modules/settings/company/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { FieldGroup, FieldRow, FormCheck, FormNumber, FormText } from '../../kit/Form.tsx'
import type { ContractForm } from '../../kit/useContractForm.ts'

export type CompanyForm = ContractForm<Static<(typeof SaveCompanySettings)['input']> & FieldValues>

/** Fields of the credentials, which pages show below their first part and in structured data. */
export function CredentialFields({ form }: { form: CompanyForm }) {
  return (
    <FieldGroup title="Credenziali">
      <p className="text-ink-soft">
        Appaiono nella fascia sotto l’inizio della home, delle tratte e di Aziende, e nei dati per i motori di
        ricerca. Ciò che resta vuoto non appare.
      </p>
      <FieldRow>
        <FormText form={form} name="licenceNumber" hint="Per esempio 12" />
        <FormText form={form} name="licenceMunicipality" hint="Per esempio Lecce" />
        <FormNumber form={form} name="inBusinessSince" hint="Anno, per esempio 2012" />
      </FieldRow>
      <FormText form={form} name="insurance" hint="Compagnia e polizza, come vuoi che si leggano" />
      <FormText
        form={form}
        name="languages"
        hint="Separate da virgola, per esempio: italiano, inglese, tedesco"
      />
    </FieldGroup>
  )
}

export function RuleFields({ form }: { form: CompanyForm }) {
  return (
    <FieldGroup title="Regole del servizio">
      <p className="text-ink-soft">
        Da qui vengono le frasi di tratte, domande frequenti, termini, email e risposte pronte: cambiano
        insieme, appena salvi.
      </p>
      <FieldRow>
        <FormNumber
          form={form}
          name="waitingMinutes"
          hint="In aeroporto dall’atterraggio, in stazione dall’arrivo del treno, altrove dall’ora concordata; 0 se non è compresa"
        />
        <FormNumber form={form} name="waitingFee" hint="Nei termini; 0 per non scriverlo" />
      </FieldRow>
      <FieldRow>
        <FormNumber form={form} name="refundHours" hint="168 ore sono 7 giorni; 0 fino alla partenza" />
        <FormNumber form={form} name="changeHours" hint="0 fino alla partenza" />
      </FieldRow>
      <FormCheck
        form={form}
        name="isPhoneAlwaysOn"
        hint="Distinto dagli orari dell’ufficio, che sono tra i contatti. Se è spento, nessuna pagina dice 24/7."
      />
      <FormCheck
        form={form}
        name="hasNightRides"
        hint="Lo dicono le pagine delle tratte con aeroporti, stazioni e porti."
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium text-sm">Come si paga</legend>
        <FormCheck form={form} name="takesCard" />
        <FormCheck form={form} name="takesCash" />
        <FormCheck form={form} name="takesTransfer" />
        <FormCheck
          form={form}
          name="takesPaypal"
          hint="I termini dicono: oltre un importo minimo indicato nella conferma."
        />
      </fieldset>
    </FieldGroup>
  )
}

export function MessageFields({ form }: { form: CompanyForm }) {
  return (
    <FieldGroup title="Messaggi automatici">
      <p className="text-ink-soft">
        Partono nella lingua del cliente, mai di notte se il viaggio non è di notte. I testi si vedono in{' '}
        <Link to={adminPath('brevo-email/')} className="text-sea-deep underline">
          Email
        </Link>
        .
      </p>
      <FormCheck form={form} name="sendsConfirmation" />
      <FormCheck
        form={form}
        name="sendsDriver"
        hint="E di nuovo se cambiano autista, veicolo od orario. Anche prima, se il viaggio cambia giorno, ora o luogo. Chi non ha un’email sta in Oggi, con il testo pronto."
      />
      <FormCheck form={form} name="sendsGaps" hint="Oggi lo mostra comunque." />
      <FormCheck form={form} name="sendsReviewRequest" hint="Una volta sola." />
    </FieldGroup>
  )
}
