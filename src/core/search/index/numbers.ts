/** How roles and kinds stand in the index: as their place in the list of them, counted from 1; 0 is none. */
import { kinds, roles, type Kind, type Role } from '#core/search/document.ts';

export const roleNumber = (role: Role | undefined): number => (role ? roles.indexOf(role) + 1 : 0);
export const kindNumber = (kind: Kind | undefined): number => (kind ? kinds.indexOf(kind) + 1 : 0);
