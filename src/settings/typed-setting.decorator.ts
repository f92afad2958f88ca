import { IsInstance, IsInt, IsOptional, Max, Min } from 'class-validator';
import { SecretValue } from '../kernel/secret';
import { toSecret, toWhole } from './conversions';
import { Setting } from './setting.decorator';

/** Without Nest, as commands that ask a running service read settings, too. */
const together =
  (...decorators: readonly PropertyDecorator[]): PropertyDecorator =>
  (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };

/** Declares a setting that is a whole number from `min` to `max`. */
export const WholeNumberSetting = (
  name: string,
  expected: string,
  example: string,
  min: number,
  max: number,
): PropertyDecorator => together(Setting(name, expected, example, toWhole), IsInt(), Min(min), Max(max));

/** Declares a setting that may be absent, and whose text nothing shows. */
export const SecretSetting = (
  name: string,
  expected: string,
  example: string,
  isAcceptable: (text: string) => boolean,
): PropertyDecorator =>
  together(Setting(name, expected, example, toSecret(isAcceptable)), IsOptional(), IsInstance(SecretValue));
