// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.Scope;

/**
 * A check of the measurement itself.
 *
 * @param noted whether a violation is only noted, as some are in class dev
 * @param fails whether a violation is the SUT's fault: the run fails, and the measurement counts
 */
public record AuditResult(
        AuditOrRule rule,
        State state,
        Scope scope,
        @Nullable Double value,
        @Nullable Double bound,
        String unit,
        boolean noted,
        boolean fails,
        String message) {

    public enum State {
        OK,
        VIOLATED,
        /** There is too little data; this never counts as ok. */
        NOT_TESTED
    }

    static AuditResult of(
            AuditOrRule rule,
            boolean ok,
            Scope scope,
            @Nullable Double value,
            @Nullable Double bound,
            String unit,
            String message) {
        return new AuditResult(rule, ok ? State.OK : State.VIOLATED, scope, value, bound, unit, false, false, message);
    }

    static AuditResult notTested(AuditOrRule rule, Scope scope, @Nullable Double bound, String unit, String message) {
        return new AuditResult(rule, State.NOT_TESTED, scope, null, bound, unit, false, false, message);
    }

    /** The same audit, whose violation is only noted or counts. */
    public AuditResult noted(boolean isNoted) {
        return new AuditResult(rule, state, scope, value, bound, unit, isNoted, fails, message);
    }

    AuditResult asFailure() {
        return new AuditResult(rule, state, scope, value, bound, unit, false, true, message);
    }

    /** The result of an audit without data, such as in a run that ended before its first interval. */
    static AuditResult notRecorded(AuditOrRule rule, Scope scope, @Nullable Double bound, String unit) {
        String text = "The run recorded nothing for this audit: find out what ended it so early, and run it again.";
        return notTested(rule, scope, bound, unit, text);
    }

    public boolean voidsRun() {
        return state == State.VIOLATED && !noted && !fails;
    }

    /** The greatest value that a rule allows for a figure; it creates the results of the audit. */
    record UpperBound(AuditOrRule rule, Scope scope, double bound, String unit) {
        AuditResult audit(double value, String within, String beyond) {
            boolean ok = value <= bound;
            return of(rule, ok, scope, Figures.roundedOnSide(value, bound), bound, unit, ok ? within : beyond);
        }

        /** The result for a known figure, whose message ends with the bound. */
        AuditResult withRemedy(double value, String finding, String remedy) {
            String sentence = finding + "; " + allowed();
            return audit(value, sentence, sentence + " " + remedy);
        }

        String allowed() {
            return "at most " + Figures.bound(bound, unit) + " is allowed.";
        }

        String text(double value) {
            return Figures.text(value, bound, unit);
        }

        AuditResult notTested(String message) {
            return AuditResult.notTested(rule, scope, bound, unit, message);
        }

        AuditResult notRecorded() {
            return AuditResult.notRecorded(rule, scope, bound, unit);
        }
    }
}
