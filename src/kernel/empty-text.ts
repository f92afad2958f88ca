import { Transform } from 'class-transformer';
import { describeField } from './declarations';

/** Declares that the empty text counts as absence, as the OpenZeppelin Relayer has it. */
export function EmptyIsAbsent(): PropertyDecorator {
  return (target, property) => {
    describeField({ emptyIsAbsent: true, accepts: { type: 'string', maxLength: 0 } })(target, property);
    Transform(({ value }: { value: unknown }) => (value === '' ? undefined : value), { toClassOnly: true })(
      target,
      property,
    );
  };
}
