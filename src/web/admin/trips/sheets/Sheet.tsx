import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ReadCompany } from '../../../../modules/settings/company/contract.ts'
import {
  CorrectServiceSheet,
  ReadServiceSheet,
  type ServiceSheet,
} from '../../../../modules/trips/sheets/contract.ts'
import { correctionNotes, numberOf, sheetGroups } from '../../../../modules/trips/sheets/words.contract.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { useRights } from '../../kit/rights.ts'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { CorrectionDialog } from './CorrectionDialog.tsx'
import { Paper } from './Paper.tsx'

export default function Sheet() {
  const { id } = useParams()
  const sheet = useQueryCall(ReadServiceSheet, { id: Number(id) })
  return <Answer of={sheet}>{(found) => <OpenSheet key={found.id} sheet={found} />}</Answer>
}

const noCompany = { companyName: '', fullAddress: '', vatNumber: '' }

function OpenSheet({ sheet }: { sheet: ServiceSheet }) {
  const company = useQueryCall(ReadCompany, {})
  const { may } = useRights()
  const [isCorrecting, setCorrecting] = useState(false)
  const { corrects, correctedBy, arrivalAt } = sheet
  return (
    <>
      <div className="print:hidden">
        <Title
          intro={
            arrivalAt === null
              ? 'Il viaggio non è finito: l’arrivo si completa quando l’autista o l’ufficio lo segna. Sulla carta resta la riga da compilare.'
              : undefined
          }
          actions={
            <>
              <Link to={adminPath('fogli-di-servizio/')} className={buttonClass('plain')}>
                Tutti i fogli
              </Link>
              {[corrects, correctedBy].map(
                (other, index) =>
                  other !== null && (
                    <Link
                      key={other}
                      to={adminPath('fogli-di-servizio/:id/', { id: other })}
                      className={buttonClass('plain')}
                    >
                      {index === 0 ? 'Foglio corretto' : 'Correzione'}
                    </Link>
                  ),
              )}
              {may(CorrectServiceSheet) && arrivalAt !== null && correctedBy === null && (
                <Button look="plain" onClick={() => setCorrecting(true)}>
                  Correggi
                </Button>
              )}
              <Button look="sea" onClick={() => print()}>
                Stampa
              </Button>
            </>
          }
        >
          {`Foglio di servizio n. ${numberOf(sheet)}`}
        </Title>
      </div>
      <Paper
        title="Foglio di servizio"
        mark={`n. ${numberOf(sheet)}`}
        notes={correctionNotes(sheet)}
        groups={sheetGroups(sheet, company.data ?? noCompany)}
      >
        <p className="mt-10 flex items-end gap-3">
          Firma del conducente <span className="flex-1 border-ink border-b" />
        </p>
      </Paper>
      {isCorrecting && <CorrectionDialog sheet={sheet} onClose={() => setCorrecting(false)} />}
    </>
  )
}
