import { familyOf } from '../../../src/core/tokens/family.ts';
import { weights, type Family } from '../../../src/core/tokens/weights.ts';

const isFamily = (name: string): name is Family => Object.hasOwn(weights, name);

/** What a question is weighed with: a family by its name, or else that of a model. */
export const familyAsked = (name: string, model = name): Family =>
	isFamily(name) ? name : familyOf(model);
