// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import com.sun.faban.common.TableModel;
import java.io.Serializable;

/** A table of a driver's own: one object per user, merged when all users have ended. */
public interface CustomTableMetrics extends Serializable, Cloneable {
    /** Adds the figures of another user. */
    void add(CustomTableMetrics other);

    /** The table, once everything is merged. */
    TableModel getResults();

    /** A copy that shares nothing that changes. */
    Object clone();
}
