// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

/**
 * The service times that are provided in addition to response times. Each takes as long to read and as much memory as
 * the response times.
 */
public enum ServiceTimes {
    NONE,
    TOGETHER,
    EACH;

    boolean isOf(boolean isAll) {
        return this == EACH || (this == TOGETHER && isAll);
    }
}
