// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.plateaubench.launch.BoundProcess;

/**
 * The systems under test that the build of a project has started, the last one first. Each ends with Maven's JVM at the
 * latest, even if the build fails.
 */
final class StartedSuts {
    private static final String KEY = StartedSuts.class.getName();

    private final Deque<Started> all = new ArrayDeque<>();

    private record Started(String name, BoundProcess process) {}

    private StartedSuts() {}

    /** Returns the started SUTs of the project whose goals share the given context. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // Maven's type.
    static StartedSuts in(Map context) {
        return (StartedSuts) context.computeIfAbsent(KEY, key -> new StartedSuts());
    }

    synchronized void add(String name, BoundProcess process) {
        all.push(new Started(name, process));
    }

    /** Stops the SUT with this name, or all if the name is empty; returns the number of stopped SUTs. */
    synchronized int stop(String name) {
        int stopped = 0;
        for (Started sut : all.toArray(Started[]::new)) {
            if (name.isEmpty() || sut.name().equals(name)) {
                sut.process().close();
                all.remove(sut);
                stopped++;
            }
        }
        return stopped;
    }
}
