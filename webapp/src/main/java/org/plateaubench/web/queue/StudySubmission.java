// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A study that a user submits. Immutable.
 *
 * @param path path of the study file in the folder of run files
 * @param scale one of its scales; null or empty for full size
 * @param settings {@code path=value} texts that replace values of the run file in all runs, in order
 * @param notBefore earliest start
 */
public record StudySubmission(
        String path,
        @Nullable String scale,
        @Nullable List<String> settings,
        @Nullable Instant notBefore) {
    List<String> settingsOrNone() {
        return settings == null ? List.of() : List.copyOf(settings);
    }

    String scaleOrNone() {
        return scale == null ? "" : scale;
    }
}
