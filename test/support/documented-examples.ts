import { ApiDocument, committedText, type Json } from './api-document';

/** The document as it is committed. */
export const document = new ApiDocument(committedText);

export const given = (id: string): Json[] => {
  const { requestBody } = document.operation(id).operation;
  return Object.values(requestBody?.content['application/json']?.examples ?? {}).map(({ value }) => value as Json);
};
export const shown = (id: string, status: number): Json[] => {
  const { content } = document.answer(document.operation(id), status);
  return Object.values(content?.['application/json']?.examples ?? {}).map(({ value }) => value as Json);
};
/** Where an empty body would ask for nothing. */
export const takesExample = (id: string): boolean =>
  /^create|(validate|diff|apply)Configuration$|SystemState$|^updateNetwork$/.test(id);
/** Networks have no other id than their type and their name. */
export const idOf = ({ id, network_type, name }: Json): string =>
  (id ?? `${String(network_type)}:${String(name)}`) as string;
export const keyOf = (id: string, status: number | string): string => `${id} ${String(status)}`;

export const RESOURCES = ['Signer', 'Notification', 'Relayer', 'Network'] as const;

/** What creates a record of every resource, as its first example says. */
export const ONE_OF_EACH = [...RESOURCES, 'Token'].map((name) => `create${name}`);

/** What is done with whole configurations is limited by number at once. */
export const isOfConfiguration = ({ path }: { readonly path: string }): boolean => path.includes('/configuration');
