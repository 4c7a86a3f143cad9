// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run that a user submits. Immutable.
 *
 * @param text the run file
 * @param path path of the run file in the folder of run files, whose files it may name; null for another source
 * @param settings {@code path=value} texts that replace values of the file, in order
 * @param notBefore earliest start
 * @param tags tags of the run
 * @param note note of the run
 */
public record Submission(
        String text,
        @Nullable String path,
        @Nullable List<String> settings,
        @Nullable Instant notBefore,
        @Nullable List<String> tags,
        @Nullable String note) {
    List<String> settingsOrNone() {
        return settings == null ? List.of() : List.copyOf(settings);
    }

    List<String> tagsOrNone() {
        return tags == null ? List.of() : List.copyOf(tags);
    }
}
