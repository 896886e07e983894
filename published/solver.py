"""Integer programs, solved by HiGHS: variables, linear constraints, a value to maximize."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import inf

import highspy
import numpy as np

_EXACT = 1e-9


@dataclass(frozen=True, slots=True)
class Expression:
    """A sum of variables with factors, and a constant."""

    terms: Mapping[int, float]
    constant: float

    def plus(self, other: Expression, factor: float) -> Expression:
        """Return this expression plus another one times a factor."""
        terms = dict(self.terms)
        for variable, each in other.terms.items():
            terms[variable] = terms.get(variable, 0.0) + each * factor
        return Expression(terms, self.constant + other.constant * factor)


class SolutionStatus(StrEnum):
    """How a search for the best solution ended."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Solution:
    """The best solution found; `bound` is what no solution exceeds, as HiGHS proved it."""

    status: SolutionStatus
    value: float = 0.0
    bound: float = 0.0
    values: tuple[int, ...] = ()


class Solver:
    """An integer program under construction; every variable is a whole number."""

    def __init__(self) -> None:
        self._lower: list[float] = []
        self._upper: list[float] = []
        self._worth: list[float] = []
        self._rows: list[tuple[Mapping[int, float], float, float]] = []
        self._is_impossible = False

    def variable(self, lower: float, upper: float, worth: float = 0.0) -> int:
        """Add a whole number between bounds; each unit is worth something."""
        self._lower.append(lower)
        self._upper.append(upper)
        self._worth.append(worth)
        return len(self._worth) - 1

    def at_most(self, expression: Expression, most: float) -> None:
        """Require an expression to be at most a number."""
        self._row(expression.terms, -inf, most - expression.constant)

    def at_least(self, expression: Expression, least: float) -> None:
        """Require an expression to be at least a number."""
        self._row(expression.terms, least - expression.constant, inf)

    def never(self) -> None:
        """Make the program impossible."""
        self._is_impossible = True

    def set_worth(self, worth: Mapping[int, float]) -> None:
        """Replace what the variables are worth; those left out are worth nothing."""
        self._worth = [worth.get(number, 0.0) for number in range(len(self._worth))]

    def _row(self, terms: Mapping[int, float], low: float, high: float) -> None:
        if any(terms.values()):
            self._rows.append((terms, low, high))
        elif low > _EXACT or high < -_EXACT:
            self._is_impossible = True

    def solve(
        self, seconds: float = inf, is_cancelled: Callable[[], bool] | None = None
    ) -> Solution:
        """Return the solution of the highest value, or the best found within the time."""
        if self._is_impossible:
            return Solution(SolutionStatus.INFEASIBLE)
        if not self._worth:
            return Solution(SolutionStatus.OPTIMAL)
        highs = highspy.Highs()
        highs.silent()
        highs.setOptionValue("mip_rel_gap", 0.0)
        highs.setOptionValue("mip_abs_gap", 1e-7)
        highs.setOptionValue("threads", 1)
        if seconds < inf:
            highs.setOptionValue("time_limit", float(seconds))
        highs.passModel(self._model())
        if is_cancelled is not None:

            def stop_if_cancelled(event: highspy.highs.HighsCallbackEvent) -> None:
                if is_cancelled():
                    event.interrupt()

            highs.cbMipInterrupt += stop_if_cancelled
        highs.run()
        return self._solution(highs)

    def _model(self) -> highspy.HighsLp:
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = len(self._worth), len(self._rows)
        model.sense_ = highspy.ObjSense.kMaximize
        model.col_cost_ = np.array(self._worth)
        model.col_lower_ = np.array(self._lower, float)
        model.col_upper_ = np.array(self._upper, float)
        model.row_lower_ = np.array([low for _, low, _ in self._rows])
        model.row_upper_ = np.array([high for _, _, high in self._rows])
        model.integrality_ = [highspy.HighsVarType.kInteger] * len(self._worth)
        matrix = model.a_matrix_
        matrix.format_ = highspy.MatrixFormat.kRowwise
        lengths = [len(terms) for terms, _, _ in self._rows]
        matrix.start_ = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
        matrix.index_ = np.array([each for terms, _, _ in self._rows for each in terms], np.int32)
        matrix.value_ = np.array([f for terms, _, _ in self._rows for f in terms.values()], float)
        return model

    def _solution(self, highs: highspy.Highs) -> Solution:
        status, info = highs.getModelStatus(), highs.getInfo()
        infeasible = {
            highspy.HighsModelStatus.kInfeasible,
            highspy.HighsModelStatus.kUnboundedOrInfeasible,
        }
        if status in infeasible:
            return Solution(SolutionStatus.INFEASIBLE)
        if info.primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
            return Solution(SolutionStatus.UNKNOWN)
        is_optimal = status == highspy.HighsModelStatus.kOptimal
        values = tuple(round(value) for value in highs.getSolution().col_value)
        value = sum(worth * each for worth, each in zip(self._worth, values, strict=True))
        return Solution(
            SolutionStatus.OPTIMAL if is_optimal else SolutionStatus.FEASIBLE,
            value,
            value if is_optimal else info.mip_dual_bound,
            values,
        )
