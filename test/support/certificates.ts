import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes certificates in a folder, in files `NAME.crt` and `NAME.key`. */
export class Certificates {
  constructor(private readonly folder: string) {}

  path(file: string): string {
    return join(this.folder, file);
  }

  read(file: string): string {
    return readFileSync(this.path(file), 'utf8');
  }

  /** Makes one that may sign others. */
  authority(name: string): void {
    this.openssl('req', '-x509', ...this.newKey(name), '-out', `${name}.crt`, ...AUTHORITY);
  }

  /** Makes one for a host, signed by an authority. */
  server(name: string, host: string, authority: string): void {
    this.openssl('req', ...this.newKey(name), '-out', `${name}.csr`);
    writeFileSync(this.path('names'), `subjectAltName=DNS:${host}\n`);
    const signedBy = ['-CA', `${authority}.crt`, '-CAkey', `${authority}.key`, '-CAcreateserial', '-extfile', 'names'];
    this.openssl('x509', '-req', '-in', `${name}.csr`, '-out', `${name}.crt`, '-days', '2', ...signedBy);
  }

  private newKey(name: string): readonly string[] {
    return ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-subj', `/CN=${name}`];
  }

  private openssl(...parameters: readonly string[]): void {
    execFileSync('openssl', parameters, { stdio: 'pipe', cwd: this.folder });
  }
}

const AUTHORITY = ['-addext', 'basicConstraints=critical,CA:TRUE'];
