// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import org.jspecify.annotations.Nullable;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.engine.judge.figures.Figures;

/**
 * A check of a workload and what came of it.
 *
 * @param check as planned
 * @param value what was seen, in the check's unit; null when there is nothing below the line
 * @param met whether the value lies within the bounds; null without bounds, or when there is too little to tell
 */
public record CheckResult(
        CheckDefinition check,
        @Nullable Double value,
        @Nullable Boolean met) {

    /** What is allowed, in words; empty when everything is. */
    public String bounds() {
        return bounds(check);
    }

    /** What a check allows, in words; empty when it allows everything. */
    public static String bounds(CheckDefinition check) {
        Double lower = check.lower();
        Double upper = check.upper();
        if (lower != null && upper != null) {
            return Figures.said(lower) + " to " + Figures.said(upper, check.unit());
        }
        if (lower != null) {
            return ">= " + Figures.said(lower, check.unit());
        }
        return upper == null ? "" : "<= " + Figures.said(upper, check.unit());
    }
}
