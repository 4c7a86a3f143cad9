// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import org.jspecify.annotations.Nullable;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.engine.figure.Figures;

public record CheckResult(
        String name,
        String description,
        @Nullable Double value,
        String unit,
        @Nullable Double lower,
        @Nullable Double upper,
        @Nullable Boolean met) {
    public static CheckResult of(CheckDefinition check, @Nullable Double value, @Nullable Boolean met) {
        return new CheckResult(
                check.name(), check.description(), value, check.unit(), check.lower(), check.upper(), met);
    }

    public boolean isBounded() {
        return lower != null || upper != null;
    }

    /** The allowed values, in words; empty when everything is allowed. */
    public String bounds() {
        return bounds(lower, upper, unit);
    }

    public static String bounds(CheckDefinition check) {
        return bounds(check.lower(), check.upper(), check.unit());
    }

    private static String bounds(@Nullable Double lower, @Nullable Double upper, String unit) {
        if (lower != null && upper != null) {
            return Figures.bound(lower, "") + " to " + Figures.bound(upper, unit);
        }
        if (lower != null) {
            return ">= " + Figures.bound(lower, unit);
        }
        return upper == null ? "" : "<= " + Figures.bound(upper, unit);
    }

    /** The measured value in words, on its side of the bounds, or those given where nothing was measured. */
    public String seen(String nothing) {
        if (value == null) {
            return nothing;
        }
        Double nearer = nearerBound(lower, upper, value);
        return nearer == null ? Figures.text(value, unit) : Figures.text(value, nearer, unit);
    }

    /** The bound that rounding could move a value across; null without bounds. */
    public static @Nullable Double nearerBound(@Nullable Double lower, @Nullable Double upper, double value) {
        return upper == null || (lower != null && value - lower < upper - value) ? lower : upper;
    }
}
