// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.plateaubench.launch.BoundProcess;

/**
 * The systems under test that a build of a project has started, the last one first. Each ends with Maven's JVM at the
 * latest, whatever happens to the build.
 */
final class StartedSuts {
    private static final String KEY = StartedSuts.class.getName();

    private final Deque<Started> all = new ArrayDeque<>();

    private record Started(String name, BoundProcess process) {}

    private StartedSuts() {}

    /** The started SUTs of the project whose goals share a context. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // Maven's type.
    static StartedSuts in(Map context) {
        return (StartedSuts) context.computeIfAbsent(KEY, key -> new StartedSuts());
    }

    synchronized void add(String name, BoundProcess process) {
        all.push(new Started(name, process));
    }

    /** Stops the one of a name, or all when the name is empty; returns how many. */
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
