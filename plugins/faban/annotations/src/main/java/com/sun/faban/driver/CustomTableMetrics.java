// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import com.sun.faban.common.TableModel;
import java.io.Serializable;

/** A table that a driver defines. Each user has an object; they are merged when all users have ended. */
public interface CustomTableMetrics extends Serializable, Cloneable {
    void add(CustomTableMetrics other);

    TableModel getResults();

    Object clone();
}
