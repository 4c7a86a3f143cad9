// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver.util;

import com.sun.faban.driver.CustomMetrics;
import com.sun.faban.driver.DriverContext;

/** Sums of the sizes of contents by operation. */
public class ContentSizeStats implements CustomMetrics {
    private static final long serialVersionUID = 1L;

    public long[] sumContentSize;

    private final String driver;

    public ContentSizeStats(int opCount) {
        sumContentSize = new long[opCount];
        driver = DriverContext.getContext().getDriverName();
    }

    @Override
    public void add(CustomMetrics other) {
        long[] sums = ((ContentSizeStats) other).sumContentSize;
        for (int i = 0; i < sums.length; i++) {
            sumContentSize[i] += sums[i];
        }
    }

    @Override
    public Element[] getResults() {
        Element[] rows = new Element[sumContentSize.length];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new Element();
            rows[i].description = "Content of operation " + i + " of " + driver + ", bytes";
            rows[i].result = Long.toString(sumContentSize[i]);
        }
        return rows;
    }

    @Override
    public Object clone() {
        try {
            ContentSizeStats copy = (ContentSizeStats) super.clone();
            copy.sumContentSize = sumContentSize.clone();
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }
}
