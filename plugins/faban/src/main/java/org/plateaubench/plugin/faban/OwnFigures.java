// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import com.sun.faban.driver.CustomMetrics;
import com.sun.faban.driver.DriverContext;
import com.sun.faban.driver.Result;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The figures that the users of a driver attach, merged when the last of them has ended. Any thread. */
final class OwnFigures {
    private final Map<String, Map<Integer, CustomMetrics>> metrics = new LinkedHashMap<>();
    private final Result result;
    private int users;

    OwnFigures(DriverContext.Settings settings) {
        result = new Result(settings);
    }

    /** Records the start of a user. */
    synchronized void joins() {
        users++;
    }

    /** Records the end of a user; returns whether it was the last one. */
    synchronized boolean leaves(Result ofUser) {
        result.add(ofUser);
        users--;
        return users == 0;
    }

    /** Returns an instant of the steady phase, at which the rows are recorded; negative if no user reached the phase. */
    synchronized long steadyNanos() {
        return result.lastSteadyNanos();
    }

    synchronized void attach(int user, String name, CustomMetrics own) {
        metrics.computeIfAbsent(name, any -> new TreeMap<>()).put(user, own);
    }

    /** Returns the merged rows of all users. */
    synchronized List<CustomMetrics.Element> rows() {
        result.use();
        List<CustomMetrics.Element> rows = new ArrayList<>();
        for (Map<Integer, CustomMetrics> ofUsers : metrics.values()) {
            Iterator<CustomMetrics> each = ofUsers.values().iterator();
            CustomMetrics all = (CustomMetrics) each.next().clone();
            each.forEachRemaining(all::add);
            rows.addAll(List.of(all.getResults()));
        }
        return rows;
    }
}
