// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import com.sun.faban.driver.Timing;
import java.lang.reflect.Method;
import java.util.List;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.QosLimit;

/**
 * An operation of a driver.
 *
 * @param declaredName name in the annotations
 * @param name name in Plateau
 * @param counts whether the operation counts in the headline figure
 */
record DriverOperation(
        String declaredName,
        String name,
        Method method,
        Timing timing,
        List<QosLimit> limits,
        boolean counts,
        Pacing cycle) {
    String series() {
        return name + "-timed";
    }

    String backgroundSeries() {
        return name + "-background";
    }

    DriverOperation withCycle(Pacing newCycle) {
        return new DriverOperation(declaredName, name, method, timing, limits, counts, newCycle);
    }

    /** Converts the name of an operation to one of Plateau: a letter, followed by letters, digits and hyphens. */
    static String nameOf(String declared) {
        String hyphened = declared.strip().replaceAll("[^A-Za-z0-9]+", "-").replaceAll("^-+|-+$", "");
        return hyphened.isEmpty() || Character.isDigit(hyphened.charAt(0)) ? "operation-" + hyphened : hyphened;
    }
}
