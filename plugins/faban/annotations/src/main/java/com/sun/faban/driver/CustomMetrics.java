// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** Figures of a driver's own: one object per user, merged when all users have ended. */
public interface CustomMetrics extends Serializable, Cloneable {
    /** A row of the results. */
    class Element implements Serializable {
        private static final long serialVersionUID = 1L;

        /** What the row is about. */
        public @Nullable String description;
        /** What was wanted. */
        public @Nullable String target;
        /** What came out. */
        public @Nullable String result;
        /** How far the result may be from the target. */
        public @Nullable String allowedDeviation;
        /** Whether the target was met; null for information. False fails the run. */
        public @Nullable Boolean passed;

        /** A row without content. */
        public Element() {}
    }

    /** Adds the figures of another user. */
    void add(CustomMetrics other);

    /** The rows, once everything is merged. */
    Element[] getResults();

    /** A copy that shares nothing that changes. */
    Object clone();
}
