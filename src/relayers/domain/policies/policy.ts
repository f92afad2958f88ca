import type { Curve } from '../../../chains/account';
import type { DeclaredClass } from '../../../kernel/declarations';
import type { Fault } from '../../../kernel/domain-error';

/** Policies with the network they are for, as a definition shows them. */
export interface PolicyExample {
  readonly policies: Readonly<Record<string, unknown>>;
  /** Where the rules depend on it; otherwise any network. */
  readonly network?: string;
}

/** A policy that the OpenZeppelin Relayer does not have in its file. */
export interface UnknownThere {
  /** `allowed_tokens[].metadata`. */
  readonly path: string;
  /** The only value that it has not; any where none is given. */
  readonly value?: string;
  /** What is said of it. */
  readonly message: string;
  /** Whether it refuses a file that has it, in place of ignoring it. */
  readonly isRefused: boolean;
  /** Whether no value means the same. */
  readonly isDefault?: boolean;
}

/** What a network type declares. One file defines it, one line of the registry adds it. */
export interface NetworkType<P extends object = object> {
  /** The value of `network_type`. */
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  /** The declared shape of its policies. */
  readonly policies: DeclaredClass<P>;
  /** The policies that a relayer must have, and that stay when a PATCH resets the others. */
  readonly required: readonly string[];
  /**
   * Rules between policies, and between policies and the relayer; paths are relative to the policies. Policies that
   * were read with faults are checked too, so that a caller hears of every fault at once.
   */
  check(policies: P, relayer: { readonly network: string }): readonly Fault[];
  /** The curve that its accounts are on. */
  readonly curve: Curve;
  /** The address of a public key: 65 uncompressed bytes on secp256k1, 32 on ed25519. */
  addressOf(publicKey: Uint8Array): string;
  /** What is wrong with a text as an address, or undefined. */
  addressFault(address: string): string | undefined;
  /** The one spelling of an address that may be spelled in several ways; without it there is only one. */
  canonicalAddress?(address: string): string;
  /** What differs where it is written in a configuration file of the OpenZeppelin Relayer. */
  readonly inFiles?: {
    /** The paths of the policies in which, and below which, unknown fields are ignored. */
    readonly lenient: readonly string[];
    /** The policies that it has not. */
    readonly unknown?: readonly UnknownThere[];
    /** What the network of a relayer must have for it to start. */
    readonly network?: readonly string[];
  };
  /** Signer types that can sign for it beside those that name it themselves. */
  readonly signerTypes?: readonly string[];
  /** Tested as they stand, and shown in the API description. */
  readonly examples: {
    readonly good: readonly PolicyExample[];
    readonly bad: readonly (PolicyExample & { readonly faults: readonly Fault[] })[];
  };
}
