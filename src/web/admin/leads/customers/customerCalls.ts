import { ListCustomers, ReadLeadCustomer } from '../../../../modules/leads/customers/contract.ts'

/** Queries made outdated by a change of a customer. `ListCustomers` also renews the query of a customer. */
export const customerAnswers = [ListCustomers.http, ReadLeadCustomer.http, 'GET /api/admin/email-messages']

export const customerPath = (id: number) => `/admin/clienti/${id}/`
