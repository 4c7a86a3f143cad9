// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.wire.DocumentRules;

/**
 * A reason of a verdict.
 *
 * @param message measured value, allowed value and, as the last sentence, the next step
 * @param effectOf the rule of another reason that may be its cause, null for none
 */
public record Reason(
        AuditOrRule rule,
        Severity severity,
        Scope scope,
        @Nullable Double value,
        @Nullable Double bound,
        String unit,
        String message,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable AuditOrRule effectOf) {
    public Reason(
            AuditOrRule rule,
            Severity severity,
            Scope scope,
            @Nullable Double value,
            @Nullable Double bound,
            String unit,
            String message) {
        this(rule, severity, scope, value, bound, unit, message, null);
    }

    public static Reason of(AuditResult audit) {
        Severity violated = audit.fails() ? Severity.FAIL : Severity.INVALID;
        return of(audit, audit.noted() ? Severity.NOTE : violated);
    }

    public static Reason of(AuditResult audit, Severity severity) {
        return new Reason(
                audit.rule(), severity, audit.scope(), audit.value(), audit.bound(), audit.unit(), audit.message());
    }

    public Reason as(Severity other) {
        return new Reason(rule, other, scope, value, bound, unit, message, effectOf);
    }

    /** This reason as a possible effect of another, whose next step replaces its own. */
    public Reason effectOf(Reason cause) {
        String words = " This may be an effect of the " + cause.rule.title().toLowerCase(Locale.ROOT)
                + (cause.scope.equals(Scope.RUN) ? "" : " of " + cause.scope) + ". Correct that first.";
        String finding =
                message.substring(0, message.length() - remedy().length()).strip();
        return new Reason(rule, severity, scope, value, bound, unit, finding + words, cause.rule);
    }

    /** The next step: the last sentence of the message, empty if it has only one. */
    public String remedy() {
        int end = message.lastIndexOf(". ", message.length() - 2);
        return end < 0 ? "" : message.substring(end + 2);
    }

    /** The effect of a reason on the verdict. */
    public enum Severity {
        /** The violation is only shown and has no effect, such as a violation that class dev allows. */
        NOTE(Verdict.PASS),
        FAIL(Verdict.FAIL),
        INVALID(Verdict.INVALID);

        private final Verdict verdict;

        Severity(Verdict verdict) {
            this.verdict = verdict;
        }

        public String label() {
            return DocumentRules.word(this);
        }

        public Verdict verdict() {
            return verdict;
        }
    }
}
