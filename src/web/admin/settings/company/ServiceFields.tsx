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
        <FormText form={form} name="licenceNumber" label="Licenza NCC, numero" hint="Per esempio 12" />
        <FormText
          form={form}
          name="licenceMunicipality"
          label="Licenza NCC, Comune"
          hint="Per esempio Lecce"
        />
        <FormNumber
          form={form}
          name="inBusinessSince"
          label="In attività dal"
          hint="Anno, per esempio 2012"
        />
      </FieldRow>
      <FormText
        form={form}
        name="insurance"
        label="Assicurazione"
        hint="Compagnia e polizza, come vuoi che si leggano"
      />
      <FormText
        form={form}
        name="languages"
        label="Lingue parlate"
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
          label="Attesa compresa (minuti)"
          hint="In aeroporto dall’atterraggio, in stazione dall’arrivo del treno, altrove dall’ora concordata; 0 se non è compresa"
        />
        <FormNumber
          form={form}
          name="waitingFee"
          label="Oltre l’attesa compresa (€ all’ora)"
          hint="Nei termini; 0 per non scriverlo"
        />
      </FieldRow>
      <FieldRow>
        <FormNumber
          form={form}
          name="refundHours"
          label="Cancellazione gratuita fino a (ore prima)"
          hint="168 ore sono 7 giorni; 0 fino alla partenza"
        />
        <FormNumber
          form={form}
          name="changeHours"
          label="Modifiche fino a (ore prima)"
          hint="0 fino alla partenza"
        />
      </FieldRow>
      <FormCheck
        form={form}
        name="isPhoneAlwaysOn"
        label="Al telefono 24 ore su 24 per chi è in viaggio"
        hint="Distinto dagli orari dell’ufficio, che sono tra i contatti. Se è spento, nessuna pagina dice 24/7."
      />
      <FormCheck
        form={form}
        name="hasNightRides"
        label="Corse anche di notte"
        hint="Lo dicono le pagine delle tratte con aeroporti, stazioni e porti."
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium text-sm">Come si paga</legend>
        <FormCheck form={form} name="takesCard" label="Carta, a bordo" />
        <FormCheck form={form} name="takesCash" label="Contanti, all’autista" />
        <FormCheck form={form} name="takesTransfer" label="Bonifico, in anticipo" />
        <FormCheck
          form={form}
          name="takesPaypal"
          label="PayPal"
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
      <FormCheck form={form} name="sendsConfirmation" label="Conferma al cliente che accetta un preventivo" />
      <FormCheck
        form={form}
        name="sendsDriver"
        label="Autista al cliente, 12 ore prima"
        hint="E di nuovo se cambiano autista, veicolo od orario. Anche prima, se il viaggio cambia giorno, ora o luogo. Chi non ha un’email sta in Oggi, con il testo pronto."
      />
      <FormCheck
        form={form}
        name="sendsGaps"
        label="All’ufficio ciò che manca a un viaggio, 24 ore prima"
        hint="Oggi lo mostra comunque."
      />
      <FormCheck
        form={form}
        name="sendsReviewRequest"
        label="Richiesta di recensione al cliente, la mattina dopo il viaggio"
        hint="Una volta sola."
      />
    </FieldGroup>
  )
}
