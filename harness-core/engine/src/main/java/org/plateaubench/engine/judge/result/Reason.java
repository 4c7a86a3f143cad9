// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.figures.Scope;

/**
 * A reason of a verdict.
 *
 * @param severity its effect on the verdict
 * @param scope its subject
 * @param value measured value, null when it is not a number
 * @param bound allowed value, null when it is not a number
 * @param unit unit of value and bound, empty for none
 * @param message measured value, allowed value and remedy, in sentences
 */
public record Reason(
        Rule rule,
        Severity severity,
        Scope scope,
        @Nullable Double value,
        @Nullable Double bound,
        String unit,
        String message) {

    public static Reason of(Audit audit) {
        Severity violated = audit.fails() ? Severity.FAIL : Severity.INVALID;
        return of(audit, audit.noted() ? Severity.NOTE : violated);
    }

    public static Reason of(Audit audit, Severity severity) {
        return new Reason(
                audit.rule(), severity, audit.scope(), audit.value(), audit.bound(), audit.unit(), audit.message());
    }
}
