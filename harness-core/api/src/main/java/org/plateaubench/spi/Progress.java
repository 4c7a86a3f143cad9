// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/** Takes word of how far long work has come. Any thread; cheap, so call it often. */
@API(status = EXPERIMENTAL, since = "0.1")
@FunctionalInterface
public interface Progress {
    /** Tells nobody. */
    Progress SILENT = (activity, done, total, unit) -> {};

    /**
     * Reports.
     *
     * @param activity what is being done, such as {@code loading customers}
     * @param done how much is done
     * @param total how much there is, 0 when not known
     * @param unit what is counted, such as {@code rows}
     */
    void report(String activity, long done, long total, String unit);
}
