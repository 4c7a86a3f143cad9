// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

/** Receives reports about the progress of long work. Thread-safe. Calls are cheap, so report often. */
@FunctionalInterface
public interface Progress {
    /** Ignores every report. */
    Progress SILENT = (activity, done, total, unit) -> {};

    /**
     * Reports an activity, such as {@code loading customers}.
     *
     * @param done amount done
     * @param total the whole amount, 0 if unknown
     * @param unit unit of the amounts, such as {@code rows}
     */
    void report(String activity, long done, long total, String unit);
}
