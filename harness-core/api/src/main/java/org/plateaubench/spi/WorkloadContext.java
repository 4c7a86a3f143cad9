// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;

/**
 * What a workload is given about its run. Immutable.
 *
 * @param tile number of the tile, from 1
 * @param name name of the workload in the run file
 * @param parameters parameters, bound and checked
 * @param sut address of its SUT, null when the run file names none
 * @param users most users over all agents
 * @param dataSeed key that determines the data set; the same in every agent
 * @param <P> parameters
 */
public record WorkloadContext<P extends Record>(
        int tile, String name, P parameters, @Nullable SutAddress sut, int users, long dataSeed) {

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
