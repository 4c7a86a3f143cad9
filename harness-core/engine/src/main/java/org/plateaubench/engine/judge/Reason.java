// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import org.jspecify.annotations.Nullable;

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
        String message) {}
