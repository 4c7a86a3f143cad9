// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.SutContext.Mode;

/**
 * The keys of a SUT that belong to only one of its modes. If one is set in the other mode, this is a problem; problems
 * have the order in which the keys were added. A key that repeats its default cannot be distinguished from a missing
 * one. Not thread-safe.
 */
public final class ModeKeys {
    private final Mode mode;
    private final List<Finding> problems = new ArrayList<>();

    public ModeKeys(Mode mode) {
        this.mode = mode;
    }

    public ModeKeys embedded(String key, boolean isSet) {
        return requireMode(Mode.EMBEDDED, key, isSet);
    }

    public ModeKeys external(String key, boolean isSet) {
        return requireMode(Mode.EXTERNAL, key, isSet);
    }

    private ModeKeys requireMode(Mode owner, String key, boolean isSet) {
        if (isSet && mode != owner) {
            String name = owner.name().toLowerCase(Locale.ROOT);
            problems.add(
                    Finding.problem("The key belongs to mode " + name + ".", "Remove it, or set 'mode: " + name + "'.")
                            .about(key));
        }
        return this;
    }

    public List<Finding> problems() {
        return new ArrayList<>(problems);
    }

    /** A problem when a SUT that is always external has mode embedded; the caller may add to the list. */
    public static List<Finding> externalOnly(Mode mode, String what) {
        List<Finding> problems = new ArrayList<>();
        if (mode == Mode.EMBEDDED) {
            problems.add(Finding.problem("The harness starts no " + what + ".", "Set 'mode: external'.")
                    .about("mode"));
        }
        return problems;
    }
}
