// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.scenario.value.Comparison;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Values;

/**
 * The expectations of a step for an answer, and the variables that it sets from it. Immutable.
 *
 * @param rules what must hold
 * @param refusal outcome of an expected refusal
 * @param refusalRules rules by which such a refusal is recognised; empty for none
 * @param extractions variables that are set
 * @param <A> answer
 */
public record Expectations<A>(
        List<Rule<A>> rules, Outcome refusal, List<Rule<A>> refusalRules, List<Extraction<A>> extractions) {
    public Expectations {
        rules = List.copyOf(rules);
        refusalRules = List.copyOf(refusalRules);
        extractions = List.copyOf(extractions);
    }

    /** A rule for answers. */
    @FunctionalInterface
    public interface Rule<A> {
        /** The outcome of an operation whose answer breaks the rule; null if it holds. */
        @Nullable
        Outcome violation(A answer, Values values) throws StepFailure;

        /** A rule for a text of the answer, which an error names. */
        static <A> Rule<A> of(String errorClass, String name, Finder<A> finder, Comparison comparison) {
            return (answer, values) -> {
                String found = finder.find(answer);
                if (found == null) {
                    return Outcome.error(errorClass, "there is no " + name);
                }
                return comparison.holds(found, values)
                        ? null
                        : Outcome.error(errorClass, name + " is " + found + ", not " + comparison.text(values));
            };
        }
    }

    /** Finds a text in answers. */
    @FunctionalInterface
    public interface Finder<A> {
        /** The text; null for none. */
        @Nullable
        String find(A answer) throws StepFailure;
    }

    /**
     * Sets a variable from an answer.
     *
     * @param name name of the variable
     * @param slot slot of the variable
     * @param finder finds its text
     * @param defaultText text if nothing is found; null if that is an error
     */
    public record Extraction<A>(
            String name,
            int slot,
            Finder<A> finder,
            @Nullable String defaultText) {}

    /**
     * Judges an answer, and sets the variables if it is right.
     *
     * @param failure the outcome if the answer is an error regardless of the rules; otherwise null
     */
    public Outcome judge(A answer, @Nullable Outcome failure, Values values) throws StepFailure {
        if (!refusalRules.isEmpty() && violation(refusalRules, answer, values) == null) {
            return refusal;
        }
        Outcome wrong = failure == null ? violation(rules, answer, values) : failure;
        if (wrong != null) {
            return wrong;
        }
        for (int i = 0; i < extractions.size(); i++) {
            Extraction<A> extraction = extractions.get(i);
            String found = extraction.finder().find(answer);
            if (found == null && extraction.defaultText() == null) {
                throw StepFailure.error("extraction", "nothing was found for '" + extraction.name() + "'");
            }
            values.set(extraction.slot(), found == null ? String.valueOf(extraction.defaultText()) : found);
        }
        return Outcome.ok();
    }

    /** The outcome of the first rule that an answer breaks; null if all hold. */
    public static <A> @Nullable Outcome violation(List<Rule<A>> rules, A answer, Values values) throws StepFailure {
        for (int i = 0; i < rules.size(); i++) {
            Outcome violation = rules.get(i).violation(answer, values);
            if (violation != null) {
                return violation;
            }
        }
        return null;
    }

    /** Writes to the trace which checks passed and what was extracted, after a successful answer. */
    public void traceChecks(Outcome outcome, Values values, Consumer<String> trace) {
        if (outcome.kind() == OutcomeKind.OK) {
            if (!rules.isEmpty()) {
                trace.accept(rules.size() == 1 ? "the check passed" : "all " + rules.size() + " checks passed");
            }
            extractions.forEach(each -> trace.accept(each.name() + " = " + values.variable(each.slot())));
        }
    }
}
