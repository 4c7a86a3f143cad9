// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

/**
 * A named part of the steady window that is judged separately.
 *
 * @param kind its kind, such as {@link #STEP}
 * @param label distinguishing feature in a few words; empty for none
 */
public record Portion(String kind, int number, String label) {
    public static final String STEP = "step";
    public static final String PERIOD = "period";

    /** Its name in messages, such as {@code step 3 (50 users, 60s)}. */
    @Override
    public String toString() {
        return kind + " " + number + (label.isEmpty() ? "" : " (" + label + ")");
    }
}
