// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.SutContext.Mode;

/**
 * The keys of a SUT that belong to one of its modes: in the other mode they are problems, in the order in which they
 * are named. A key that repeats its default cannot be distinguished from a missing one. One thread.
 */
public final class ModeKeys {
    private final Mode mode;
    private final List<Finding> problems = new ArrayList<>();

    /** The keys of a SUT that runs in a mode. */
    public ModeKeys(Mode mode) {
        this.mode = mode;
    }

    /** Names a key of mode embedded, and whether it is set. */
    public ModeKeys embedded(String key, boolean isSet) {
        return named(Mode.EMBEDDED, key, isSet);
    }

    /** Names a key of mode external, and whether it is set. */
    public ModeKeys external(String key, boolean isSet) {
        return named(Mode.EXTERNAL, key, isSet);
    }

    private ModeKeys named(Mode owner, String key, boolean isSet) {
        if (isSet && mode != owner) {
            String name = owner.name().toLowerCase(Locale.ROOT);
            problems.add(
                    Finding.problem("The key belongs to mode " + name + ".", "Take it out or set 'mode: " + name + "'.")
                            .about(key));
        }
        return this;
    }

    /** A problem for each key that is set and belongs to the other mode; the caller may add to the list. */
    public List<Finding> problems() {
        return new ArrayList<>(problems);
    }

    /**
     * A problem when a SUT that is always external has mode embedded; the caller may add to the list.
     *
     * @param what the system that the harness does not start, such as {@code vCenter Server}
     */
    public static List<Finding> externalOnly(Mode mode, String what) {
        List<Finding> problems = new ArrayList<>();
        if (mode == Mode.EMBEDDED) {
            problems.add(Finding.problem("The harness starts no " + what + ".", "Set 'mode: external'.")
                    .about("mode"));
        }
        return problems;
    }
}
