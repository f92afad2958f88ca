/** A package that the service needs is not installed, or for another Node.js: nothing but another installation helps. */
export class InstallationError extends Error {
  override readonly name = 'InstallationError';
}
