"""A reader with a calculator: the formulas that an explanation shows, worked out as they stand there."""

import ast
import operator
from collections.abc import Callable, Iterable
from decimal import ROUND_HALF_UP, Decimal

_SIGNS: dict[type[ast.operator], Callable[[Decimal, Decimal], Decimal]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def worked_out(formula: str) -> Decimal:
    """`(2 × 5 + 1) / 3`."""
    return _value(ast.parse(formula.replace("×", "*"), mode="eval").body)


def hundredths(number: float | Decimal) -> Decimal:
    """To two decimals, halves away from zero."""
    exact = number if isinstance(number, Decimal) else Decimal(repr(round(number, 9)))
    return round(exact, 9).quantize(Decimal("0.01"), ROUND_HALF_UP)


def wrong(formulas: Iterable[str], results: Iterable[float]) -> list[tuple[str, float]]:
    """Those that do not make their result to the hundredth, nor what cannot be told from half a hundredth."""
    return [
        (formula, result)
        for formula, result in set(zip(formulas, results, strict=True))
        if hundredths(made := worked_out(formula)) != hundredths(result) and abs(float(made) - result) >= 0.0005
    ]


def _value(node: ast.expr) -> Decimal:
    match node:
        case ast.BinOp(left=left, op=sign, right=right):
            return _SIGNS[type(sign)](_value(left), _value(right))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case ast.Constant(value=int() | float() as value):
            return Decimal(repr(value))
        case _:
            raise ValueError(ast.dump(node))
