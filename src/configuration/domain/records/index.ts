import { networkRecords } from './network.records';
import { notificationRecords } from './notification.records';
import { pluginRecords } from './plugin.records';
import type { RecordKind } from './record-kind';
import { relayerRecords } from './relayer.records';
import { signerRecords } from './signer.records';

const KINDS = [relayerRecords, signerRecords, notificationRecords, networkRecords, pluginRecords] as const;

/** Every kind of record of a configuration, in the order in which the reference writes their sections. */
export const RECORD_KINDS: readonly RecordKind[] = KINDS;

export type SectionName = (typeof KINDS)[number]['section'];
export const SECTIONS: readonly SectionName[] = KINDS.map(({ section }) => section);

/** The records of a kind that are created or changed, or those that go. */
export type PlanStep = 'changes' | 'leaving';

/** In which order records are planned and written, so that nothing refers to what is not there at any moment. */
export const WRITING_ORDER: readonly (readonly [kind: RecordKind, step: PlanStep])[] = [
  [signerRecords, 'changes'],
  [notificationRecords, 'changes'],
  [networkRecords, 'changes'],
  [relayerRecords, 'leaving'],
  [relayerRecords, 'changes'],
  [notificationRecords, 'leaving'],
  [signerRecords, 'leaving'],
  [networkRecords, 'leaving'],
  [pluginRecords, 'changes'],
  [pluginRecords, 'leaving'],
];

const kindsWith = (step: PlanStep): readonly RecordKind[] =>
  WRITING_ORDER.flatMap(([kind, its]) => (its === step ? [kind] : []));

/** What is referred to is read before what refers to it. */
export const READING_ORDER = kindsWith('changes');
export const LEAVING_ORDER = kindsWith('leaving');
