// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.telemetry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.plateaubench.spi.NamePattern;

/** The series that are imported, by names in which * matches any characters; all if no name is given. Immutable. */
final class WantedSeries {
    private static final int MOST_SERIES = 1_000;

    private final boolean all;
    private final NamePattern wanted;

    WantedSeries(List<String> names) {
        all = names.isEmpty();
        wanted = new NamePattern(names);
    }

    boolean includes(String series) {
        return all || wanted.matches(series);
    }

    /**
     * Refuses more series than telemetry has.
     *
     * @throws IOException with a sentence for the operator
     */
    static void requireFew(Path file, long series) throws IOException {
        if (series > MOST_SERIES) {
            throw new IOException(file + " has " + series + " series, more than the " + MOST_SERIES
                    + " that telemetry has; name those that matter with --series.");
        }
    }
}
