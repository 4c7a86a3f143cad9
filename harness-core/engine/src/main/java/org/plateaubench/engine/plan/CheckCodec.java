// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.util.List;
import org.plateaubench.api.CheckDefinition;

/** Checks of a workload as trees of a plan. */
final class CheckCodec {
    private CheckCodec() {}

    static Object tree(CheckDefinition check) {
        return PlanWriter.node(
                "name", check.name(),
                "description", check.description(),
                "numerator", terms(check.numerator()),
                "denominator", terms(check.denominator()),
                "factor", check.factor(),
                "unit", check.unit(),
                "needed", check.needed(),
                "lower", check.lower(),
                "upper", check.upper());
    }

    private static List<Object> terms(List<CheckDefinition.Term> terms) {
        return terms.stream()
                .map(term -> (Object) PlanWriter.node(
                        "source",
                        PlanWriter.word(term.source()),
                        "name",
                        term.source().isNamed() ? term.name() : null))
                .toList();
    }

    static CheckDefinition check(TreeReader check) {
        return new CheckDefinition(
                check.text("name"),
                check.text("description"),
                check.list("numerator", CheckCodec::term),
                check.list("denominator", CheckCodec::term),
                check.decimal("factor"),
                check.text("unit"),
                check.decimal("needed"),
                check.optionalDecimal("lower"),
                check.optionalDecimal("upper"));
    }

    private static CheckDefinition.Term term(TreeReader term) {
        CheckDefinition.Source source = term.choice("source", CheckDefinition.Source.class);
        return new CheckDefinition.Term(source, source.isNamed() ? term.text("name") : "");
    }
}
