import type { Resource } from '../../http/openapi/resource.decorators';

const ID = 'quote-plugin';

const PATCH_RULES =
  `A change, all or nothing; an empty object changes nothing. What is absent stays; null clears \`config\`, an object
replaces it, and null is refused for every other field.`.replaceAll('\n', ' ');

/** What the API description tells of plugins: configurations make and remove them, and a relayer process runs them. */
export const PLUGIN: Resource = {
  name: 'Plugin',
  id: ID,
  absent: `Plugin with id ${ID} not found`,
  patchRules: PATCH_RULES,
};
