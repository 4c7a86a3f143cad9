// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** Figures that a driver defines. Each user has an object; they are merged when all users have ended. */
public interface CustomMetrics extends Serializable, Cloneable {
    class Element implements Serializable {
        private static final long serialVersionUID = 1L;

        public @Nullable String description;
        public @Nullable String target;
        public @Nullable String result;
        public @Nullable String allowedDeviation;
        /** Whether the target was met; false fails the run. Null for a row that is only information. */
        public @Nullable Boolean passed;

        public Element() {}
    }

    void add(CustomMetrics other);

    Element[] getResults();

    Object clone();
}
