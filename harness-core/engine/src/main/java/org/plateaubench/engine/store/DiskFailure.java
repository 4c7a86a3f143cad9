// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Explains in one sentence why a run folder cannot be written. Stateless; any thread. */
public final class DiskFailure {
    private DiskFailure() {}

    /** The sentence for a failed write. */
    public static String sentence(Path folder, IOException cause) {
        String message = String.valueOf(cause.getMessage());
        String lower = message.toLowerCase(Locale.ROOT);
        if (lower.contains("no space left")) {
            return "The disk that holds " + folder + " is full; everything written before is kept.";
        }
        if (lower.contains("quota")) {
            return "The disk quota for " + folder + " is used up; everything written before is kept.";
        }
        if (lower.contains("file too large")) {
            return "A file in " + folder + " has reached the largest size allowed; everything written before is kept.";
        }
        return "The run folder " + folder + " cannot be written (" + message + "); everything written before is kept.";
    }
}
