// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

/**
 * The service times that are provided in addition to response times. Each takes as long to read and as much memory as
 * the response times.
 */
public enum ServiceTimes {
    NONE,
    /** Service times of all operations of a workload together. */
    TOGETHER,
    /** Also the service times of every operation, unit and series. */
    EACH;

    boolean isOf(boolean isAll) {
        return this == EACH || (this == TOGETHER && isAll);
    }
}
