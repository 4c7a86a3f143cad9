// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import com.sun.faban.common.TableModel;
import java.io.Serializable;

/** A table that a driver defines. Each user has an object; they are merged when all users have ended. */
public interface CustomTableMetrics extends Serializable, Cloneable {
    /** Adds the table of another user. */
    void add(CustomTableMetrics other);

    /** Returns the table, after everything was merged. */
    TableModel getResults();

    /** Returns a copy that shares no mutable state with this object. */
    Object clone();
}
