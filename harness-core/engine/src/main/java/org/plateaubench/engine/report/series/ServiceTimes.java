// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

/** Which service times stand beside the response times: each takes as long to read and as much memory as those. */
public enum ServiceTimes {
    /** None. */
    NONE,
    /** Service times of all operations of a workload together. */
    TOGETHER,
    /** Service times of every operation, unit and series, too. */
    EACH;

    boolean isOf(boolean isAll) {
        return this == EACH || (this == TOGETHER && isAll);
    }
}
