// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.engine.figure.Figures;

/** A check of a workload with its result. */
public record CheckResult(
        CheckDefinition check,
        @Nullable Double value,
        @Nullable Boolean met) {

    /** The allowed values, in words; empty when everything is allowed. */
    public String bounds() {
        return bounds(check);
    }

    /** The allowed values of a check, in words; empty when everything is allowed. */
    public static String bounds(CheckDefinition check) {
        Double lower = check.lower();
        Double upper = check.upper();
        if (lower != null && upper != null) {
            return Figures.bound(lower, "") + " to " + Figures.bound(upper, check.unit());
        }
        if (lower != null) {
            return ">= " + Figures.bound(lower, check.unit());
        }
        return upper == null ? "" : "<= " + Figures.bound(upper, check.unit());
    }

    /** The measured value in words, on its side of the bounds, or those given where nothing was measured. */
    public String seen(String nothing) {
        if (value == null) {
            return nothing;
        }
        Double nearer = nearerBound(check, value);
        return nearer == null ? Figures.text(value, check.unit()) : Figures.text(value, nearer, check.unit());
    }

    /** The bound that rounding could move a value across; null without bounds. */
    public static @Nullable Double nearerBound(CheckDefinition check, double value) {
        Double lower = check.lower();
        Double upper = check.upper();
        return upper == null || (lower != null && value - lower < upper - value) ? lower : upper;
    }

    /** The form in {@code result.json}. */
    record Row(
            String name,
            String description,
            @Nullable Double value,
            String unit,
            @Nullable Double lower,
            @Nullable Double upper,
            @Nullable Boolean met) {}

    @JsonValue
    Row row() {
        return new Row(check.name(), check.description(), value, check.unit(), check.lower(), check.upper(), met);
    }
}
