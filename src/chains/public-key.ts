import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { Curve } from './account';

/** Whether 32 bytes are a private key on every curve: on secp256k1 a scalar from 1 to the order less 1 (SEC 1, 3.2.1). */
export const isPrivateKey = (bytes: Uint8Array): boolean => secp256k1.utils.isValidSecretKey(bytes);

/** The public key of a private key (on ed25519: of the seed, RFC 8032, 5.1.5), in the form that {@link Account} names. */
export const publicKeyOf = (privateKey: Uint8Array, curve: Curve): Uint8Array =>
  curve === 'secp256k1' ? secp256k1.getPublicKey(privateKey, false) : ed25519.getPublicKey(privateKey);

/**
 * Brings an encoded public key (secp256k1: 33 or 65 bytes; ed25519: 32) to the form that {@link Account} names;
 * undefined where the bytes are no point of the curve.
 */
export function readPublicKey(bytes: Uint8Array, curve: Curve): Uint8Array | undefined {
  try {
    if (curve === 'secp256k1') return secp256k1.Point.fromBytes(bytes).toBytes(false);
    return ed25519.Point.fromBytes(bytes).toBytes();
  } catch {
    return undefined;
  }
}
