import 'reflect-metadata';
import { type ClassConstructor, Expose, plainToInstance, Transform } from 'class-transformer';
import { ValidateNested } from 'class-validator';

/** Reads the text of a setting; undefined says that it cannot be read. */
export type ReadText = (text: string) => unknown;

/** A variable of the environment, and what is said of a text in it that cannot be used. */
interface Variable {
  readonly name: string;
  readonly expected: string;
  readonly example: string;
}

/** A declared setting, and the properties that lead to it. */
export interface DeclaredSetting extends Variable {
  readonly path: string;
}

type Declaration = (Variable & { readonly property: string }) | { readonly property: string; readonly group: Group };
type Group = () => ClassConstructor<object>;

const DECLARATIONS = 'settings:declarations';

/**
 * Declares the variable that gives a field, and how its text becomes a value. What cannot be read stays a text, which the
 * class-validator rules of the field refuse.
 */
export function Setting(name: string, expected: string, example: string, read?: ReadText): PropertyDecorator {
  return (target, property) => {
    declare(target, { name, expected, example, property: String(property) });
    Expose({ name })(target, property);
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? (read?.(value) ?? value) : value))(
      target,
      property,
    );
  };
}

/** Declares a field that holds settings of a class of their own. */
export function SettingGroup(group: Group): PropertyDecorator {
  return (target, property) => {
    declare(target, { property: String(property), group });
    Expose()(target, property);
    Transform(({ obj }: { obj: Readonly<Record<string, string>> }) => instanceOf(group(), obj))(target, property);
    ValidateNested()(target, property);
  };
}

/** The settings that a class declares, in the order of their declaration. */
export function settingsOf(type: ClassConstructor<object>, at = ''): readonly DeclaredSetting[] {
  return declarationsOf(type.prototype as object).flatMap(({ property, ...declared }) => {
    const path = `${at}${property}`;
    return 'group' in declared ? settingsOf(declared.group(), `${path}.`) : [{ ...declared, path }];
  });
}

/** An instance whose fields have the values of the texts; those without one keep their defaults. */
export const instanceOf = <T extends object>(
  type: ClassConstructor<T>,
  texts: Readonly<Record<string, string | undefined>>,
): T => plainToInstance(type, texts, { excludeExtraneousValues: true, exposeUnsetFields: false });

const declarationsOf = (target: object): readonly Declaration[] =>
  (Reflect.getMetadata(DECLARATIONS, target) as readonly Declaration[] | undefined) ?? [];

const declare = (target: object, declaration: Declaration): void =>
  Reflect.defineMetadata(DECLARATIONS, [...declarationsOf(target), declaration], target);
