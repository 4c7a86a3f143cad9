// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** Figures that a driver defines. Each user has an object; they are merged when all users have ended. */
public interface CustomMetrics extends Serializable, Cloneable {
    /** A row of the results. */
    class Element implements Serializable {
        private static final long serialVersionUID = 1L;

        /** The quantity. */
        public @Nullable String description;
        /** The target value. */
        public @Nullable String target;
        /** The measured value. */
        public @Nullable String result;
        /** The allowed difference of the result from the target. */
        public @Nullable String allowedDeviation;
        /** Whether the target was met; false fails the run. Null for a row that is only information. */
        public @Nullable Boolean passed;

        /** A row without content. */
        public Element() {}
    }

    /** Adds the figures of another user. */
    void add(CustomMetrics other);

    /** Returns the rows, after everything was merged. */
    Element[] getResults();

    /** Returns a copy that shares no mutable state with this object. */
    Object clone();
}
