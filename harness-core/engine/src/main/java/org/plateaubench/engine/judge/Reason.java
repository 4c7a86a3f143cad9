// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.figures.Scope;

/**
 * Why a verdict is what it is.
 *
 * @param rule what was applied
 * @param severity what it does to the verdict
 * @param scope what it is about
 * @param value what was seen, null when it is no number
 * @param bound what is allowed, null when it is no number
 * @param unit unit of value and bound, empty for none
 * @param message what was seen, what is allowed and what to do, in sentences
 */
public record Reason(
        Rule rule,
        Severity severity,
        Scope scope,
        @Nullable Double value,
        @Nullable Double bound,
        String unit,
        String message) {

    /** The reason that a violated audit gives. */
    static Reason of(Audit audit) {
        Severity violated = audit.rule().failsRun() ? Severity.FAIL : Severity.INVALID;
        Severity severity = audit.noted() ? Severity.NOTE : violated;
        return new Reason(
                audit.rule(), severity, audit.scope(), audit.value(), audit.bound(), audit.unit(), audit.message());
    }
}
