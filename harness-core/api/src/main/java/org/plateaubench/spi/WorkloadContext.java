// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;

/**
 * What the harness passes to a workload about its run. Immutable.
 *
 * @param tile number of the tile, from 1
 * @param name name of the workload in the run file
 * @param parameters parameters, bound and checked
 * @param sut address of its SUT, null when the run file names none
 * @param users greatest number of users over all agents
 * @param dataSeed key that determines the data set; the same in every agent
 * @param run the run; {@link Run#NONE} where there is none, as in tests of a plugin
 * @param <P> parameters
 */
public record WorkloadContext<P extends Record>(
        int tile, String name, P parameters, @Nullable SutAddress sut, int users, long dataSeed, Run run) {

    /**
     * The run, for workloads whose things in the SUT must be distinguished from those of other runs at the same time.
     *
     * @param id the id of the run, unique among all runs, and the same in the controller and in every agent
     * @param load the longest time from the start of ramp-up to the end of the drain
     */
    public record Run(String id, Duration load) {
        /** No run. */
        public static final Run NONE = new Run("", Duration.ZERO);
    }

    /** The context of a workload outside of a run. */
    public WorkloadContext(int tile, String name, P parameters, @Nullable SutAddress sut, int users, long dataSeed) {
        this(tile, name, parameters, sut, users, dataSeed, Run.NONE);
    }

    /**
     * The SUT of a workload that needs one.
     *
     * @throws IllegalArgumentException when the run file names none
     */
    public SutAddress requiredSut() {
        if (sut == null) {
            throw new IllegalArgumentException("workload " + name + " needs a 'sut'");
        }
        return sut;
    }
}
