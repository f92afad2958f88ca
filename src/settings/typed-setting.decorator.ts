import { applyDecorators } from '@nestjs/common';
import { IsInstance, IsInt, IsOptional, Max, Min } from 'class-validator';
import { SecretValue } from '../kernel/secret';
import { toSecret, toWhole } from './conversions';
import { Setting } from './setting.decorator';

/** Declares a setting that is a whole number from `min` to `max`. */
export const WholeNumberSetting = (
  name: string,
  expected: string,
  example: string,
  min: number,
  max: number,
): PropertyDecorator => applyDecorators(Setting(name, expected, example, toWhole), IsInt(), Min(min), Max(max));

/** Declares a setting that may be absent, and whose text nothing shows. */
export const SecretSetting = (
  name: string,
  expected: string,
  example: string,
  isAcceptable: (text: string) => boolean,
): PropertyDecorator =>
  applyDecorators(Setting(name, expected, example, toSecret(isAcceptable)), IsOptional(), IsInstance(SecretValue));
