/** Something the operator can put right: the start prints its sentence, without a stack. */
export class OperatorError extends Error {
  readonly forOperator = true;
}
