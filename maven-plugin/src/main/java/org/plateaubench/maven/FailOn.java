// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.launch.LaunchFailure;
import org.plateaubench.launch.RunOutcome;

/**
 * The mildest outcome that fails a build. From worst to best: fail, since it is known that the SUT missed something;
 * invalid, since nothing is known; doubts.
 */
enum FailOn {
    FAIL(RunOutcome.FAIL),
    INVALID(RunOutcome.INVALID),
    DOUBTS(RunOutcome.DOUBTS),
    NEVER(null);

    private final @Nullable RunOutcome mildest;

    FailOn(@Nullable RunOutcome mildest) {
        this.mildest = mildest;
    }

    /** Returns the constant for a word of a POM. */
    static FailOn of(String word) throws LaunchFailure {
        return Stream.of(values())
                .filter(each -> each.name().equalsIgnoreCase(word.strip()))
                .findFirst()
                .orElseThrow(() -> new LaunchFailure("The parameter 'failOn' is '" + word + "'; it must be one of "
                        + String.join(
                                ", ",
                                Stream.of(values())
                                        .map(each -> each.name().toLowerCase(Locale.ROOT))
                                        .toList())
                        + "."));
    }

    /** Whether an outcome fails the build. */
    boolean includes(RunOutcome outcome) {
        return mildest != null && outcome.compareTo(mildest) >= 0;
    }
}
