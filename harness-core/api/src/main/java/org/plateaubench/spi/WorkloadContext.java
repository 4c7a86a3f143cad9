// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.SutAddress;

/**
 * The settings and properties of a run that the harness passes to a workload. Immutable.
 *
 * @param tile number of the tile, from 1
 * @param name name of the workload in the run file
 * @param parameters parameters of the run file, which have been checked
 * @param sut address of the workload's SUT, null if the run file names none
 * @param users maximum number of users over all agents
 * @param dataSeed key of the draws of the data set, the same in every agent
 * @param files texts of the files that {@link Workload#files} named, by name as given
 * @param run the run; {@link Run#NONE} outside of a run, as in tests of a plugin
 * @param <P> type of the parameters
 */
public record WorkloadContext<P extends Record>(
        int tile,
        String name,
        P parameters,
        @Nullable SutAddress sut,
        int users,
        long dataSeed,
        Map<String, String> files,
        Run run) {

    public WorkloadContext {
        files = Map.copyOf(files);
    }

    /**
     * Properties of a run.
     *
     * @param id the id of the run, unique among all runs, and the same in the controller and in every agent
     * @param phases planned phases of the run
     */
    public record Run(String id, PhaseTimes phases) {
        /** Means that there is no run. */
        public static final Run NONE =
                new Run("", new PhaseTimes(Duration.ZERO, Duration.ofNanos(1), Duration.ZERO, Duration.ZERO));

        /** Greatest time from the start of ramp-up to the end of the drain. */
        public Duration load() {
            return Duration.ofNanos(phases.drainEndNanos());
        }
    }

    /** Creates the context of a workload without files outside of a run. */
    public WorkloadContext(int tile, String name, P parameters, @Nullable SutAddress sut, int users, long dataSeed) {
        this(tile, name, parameters, sut, users, dataSeed, Map.of(), Run.NONE);
    }

    /**
     * The address of the SUT of a workload that needs one.
     *
     * @throws IllegalArgumentException if the run file names none
     */
    public SutAddress requiredSut() {
        if (sut == null) {
            throw new IllegalArgumentException("workload " + name + " needs a 'sut'");
        }
        return sut;
    }
}
