// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.power.meter;

import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.SutContext;

/** Rules that hold for every kind of meter. */
public final class MeterRules {
    /** How a value begins that stands elsewhere, such as in an environment variable. */
    private static final String REFERENCE = "${";

    private MeterRules() {}

    /** The problem of a meter that the harness is to start; empty for none. */
    public static List<Finding> mode(SutContext.Mode mode) {
        return mode == SutContext.Mode.EXTERNAL
                ? List.of()
                : List.of(Finding.problem("The harness starts no meter.", "Set 'mode: external'.")
                        .about("mode"));
    }

    /** Whether the text is a reference, whose value is not known yet. */
    public static boolean isReference(String text) {
        return text.contains(REFERENCE);
    }
}
