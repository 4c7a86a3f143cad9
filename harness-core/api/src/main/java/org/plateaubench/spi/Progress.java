// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

/** Receives reports of the progress of long work. May be called by any thread; calls are cheap, so report often. */
@FunctionalInterface
public interface Progress {
    /** Ignores every report. */
    Progress SILENT = (activity, done, total, unit) -> {};

    /**
     * Reports progress.
     *
     * @param activity the work, such as {@code loading customers}
     * @param done amount done
     * @param total the whole amount, 0 when not known
     * @param unit the counted unit, such as {@code rows}
     */
    void report(String activity, long done, long total, String unit);
}
